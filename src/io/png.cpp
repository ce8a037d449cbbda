#include <csetjmp>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <png.h>

#include "grmf/error.h"
#include "io/picture.h"
#include "io/refusal.h"

// libpng leaves a function that failed by longjmp. It may pass over no object with a destructor, so
// everything lives in a struct outside, and a step that calls libpng has only plain variables.

namespace grmf::io {
namespace {

/// 1032 bytes from one is the most that deflate can do.
constexpr double best_ratio = 1032.0;

struct PngJob {
  png_structp png = nullptr;
  png_infop info = nullptr;
  bool reading = true;
  std::string message;
  std::string_view input;
  std::string output;
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  int depth = 8;
  int colour = PNG_COLOR_TYPE_GRAY;
  bool transparent = false;
  std::vector<unsigned char> pixels;
  std::vector<png_bytep> rows;

  explicit PngJob(bool for_reading) : reading(for_reading) {
    png = reading ? png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning)
                  : png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) {
      destroy();
      throw Error(ErrorCode::out_of_memory, "memory for a png could not be had");
    }
  }
  ~PngJob() { destroy(); }
  PngJob(const PngJob&) = delete;
  PngJob& operator=(const PngJob&) = delete;

  void destroy() {
    if (reading) {
      png_destroy_read_struct(&png, &info, nullptr);
    } else {
      png_destroy_write_struct(&png, &info);
    }
  }

  /// Runs a step; false, with a message, where libpng gave up.
  bool run(void (*step)(PngJob&)) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT: the way of libpng
    step(*this);
    return true;
  }

  [[noreturn]] static void on_error(png_structp png, png_const_charp text) {
    static_cast<PngJob*>(png_get_error_ptr(png))->message = text;
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp /*png*/, png_const_charp /*text*/) {}

  static void read_bytes(png_structp png, png_bytep to, std::size_t size) {
    auto* job = static_cast<PngJob*>(png_get_io_ptr(png));
    if (job->input.size() < size) png_error(png, "it ends too early");
    std::memcpy(to, job->input.data(), size);
    job->input.remove_prefix(size);
  }
  static void write_bytes(png_structp png, png_bytep from, std::size_t size) {
    auto* job = static_cast<PngJob*>(png_get_io_ptr(png));
    bool fits = true;
    try {
      job->output.append(reinterpret_cast<const char*>(from), size);
    } catch (const std::exception&) {  // must not pass through C
      fits = false;
    }
    if (!fits) png_error(png, "memory could not be had");
  }
  static void flush_bytes(png_structp /*png*/) {}

  /// Room for the pixels, 1 or 2 bytes each.
  void make_rows() {
    const std::size_t row_size = std::size_t{width} * (depth == 16 ? 2 : 1);
    pixels.resize(row_size * height);
    rows.resize(height);
    for (std::size_t i = 0; i < height; ++i) rows[i] = pixels.data() + i * row_size;
  }
};

void read_header(PngJob& job) {
  png_set_read_fn(job.png, &job, PngJob::read_bytes);
  png_set_user_limits(job.png, std::numeric_limits<int>::max(), std::numeric_limits<int>::max());
  png_read_info(job.png, job.info);
  job.width = png_get_image_width(job.png, job.info);
  job.height = png_get_image_height(job.png, job.info);
  job.depth = png_get_bit_depth(job.png, job.info);
  job.colour = png_get_color_type(job.png, job.info);
  job.transparent = png_get_valid(job.png, job.info, PNG_INFO_tRNS) != 0;
}

void read_rows(PngJob& job) {
  // One byte a pixel for 1, 2 and 4 bits; the numbers stay as they are.
  png_set_packing(job.png);
  png_set_interlace_handling(job.png);
  png_read_update_info(job.png, job.info);
  png_read_image(job.png, job.rows.data());
  png_read_end(job.png, nullptr);
}

void write_rows(PngJob& job) {
  png_set_write_fn(job.png, &job, PngJob::write_bytes, PngJob::flush_bytes);
  png_set_user_limits(job.png, std::numeric_limits<int>::max(), std::numeric_limits<int>::max());
  png_set_IHDR(job.png, job.info, job.width, job.height, job.depth, PNG_COLOR_TYPE_GRAY,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(job.png, job.info);
  png_write_image(job.png, job.rows.data());
  png_write_end(job.png, nullptr);
}

void check_grey(const PngJob& job, const std::string& name) {
  if (job.colour == PNG_COLOR_TYPE_PALETTE) refuse_colour(name, "a palette");
  if ((job.colour & PNG_COLOR_MASK_COLOR) != 0) refuse_colour(name, "colour");
  if ((job.colour & PNG_COLOR_MASK_ALPHA) != 0 || job.transparent) {
    refuse_colour(name, "transparency");
  }
}

}  // namespace

Picture read_png(Source& source) {
  constexpr std::string_view signature = "\x89PNG\r\n\x1A\n";
  const std::string& name = source.name();
  if (!signature.starts_with(source.peek(signature.size()))) {
    refuse(name, "does not start as png files do; give its true format with --format");
  }
  const std::string bytes = source.read_all();
  PngJob job(true);
  job.input = bytes;
  if (!job.run(read_header)) refuse_truncated(name, "the png is broken: " + job.message);
  check_grey(job, name);
  check_picture_size(name, job.width, job.height, job.depth / 8.0,
                     static_cast<double>(bytes.size()), best_ratio);
  job.make_rows();
  if (!job.run(read_rows)) refuse_truncated(name, "the png is broken: " + job.message);

  Picture picture{Matrix(job.height, job.width), static_cast<double>((1U << job.depth) - 1U)};
  const unsigned char* pixel = job.pixels.data();
  for (double& value : picture.values.values()) {
    if (job.depth == 16) {
      value = 256.0 * pixel[0] + pixel[1];
      pixel += 2;
    } else {
      value = *pixel++;
    }
  }
  return picture;
}

void write_png(Sink& sink, const Matrix& values, double peak) {
  if (values.empty() || values.rows() > std::numeric_limits<int>::max() ||
      values.cols() > std::numeric_limits<int>::max()) {
    refuse(sink.name(), "a png has 1 to 2147483647 rows and columns, not " +
                            std::to_string(values.rows()) + " x " + std::to_string(values.cols()) +
                            "; write npy or csv instead");
  }
  PngJob job(false);
  job.depth = peak > 255 ? 16 : 8;
  job.width = static_cast<png_uint_32>(values.cols());
  job.height = static_cast<png_uint_32>(values.rows());
  job.make_rows();
  const std::string bytes = pixel_bytes(sink.name(), values, peak, job.depth == 16 ? 65535 : 255);
  std::memcpy(job.pixels.data(), bytes.data(), bytes.size());
  if (!job.run(write_rows)) {
    throw Error(ErrorCode::unwritable, sink.name() + ": the png was not made: " + job.message);
  }
  sink.write(job.output);
}

}  // namespace grmf::io
