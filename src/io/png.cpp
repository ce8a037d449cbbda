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
#include "io/content.h"
#include "io/picture.h"
#include "io/refusal.h"

// When a function of libpng fails, it leaves by longjmp. That may pass over no object with a
// destructor, so everything lives in a struct outside, and a step that calls libpng has only plain
// variables.

namespace grmf::io {
namespace {

/// Deflate can make at most 1032 bytes from one.
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
  std::size_t samples = 1;  ///< numbers per pixel, as libpng hands them over
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

  /// Runs a step; returns false, with a message, where libpng gave up.
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
    } catch (const std::exception&) {  // an exception must not pass through C
      fits = false;
    }
    if (!fits) png_error(png, "memory could not be had");
  }
  static void flush_bytes(png_structp /*png*/) {}

  /// Number of bits of a pixel in the file.
  [[nodiscard]] int stored_bits() const { return depth * png_get_channels(png, info); }

  /// Allocates the rows of pixels, 1 or 2 bytes per number.
  void make_rows() {
    const std::size_t row_size = samples * width * (depth == 16 ? 2 : 1);
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

/// Tells libpng what to hand over: one byte per number for 1, 2 and 4 bits of grey, which keep
/// their values; colours for a palette; opacity as a channel, however it is stored.
void choose_numbers(PngJob& job) {
  png_set_packing(job.png);
  if (job.colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(job.png);
  if (job.transparent) png_set_tRNS_to_alpha(job.png);
  png_set_interlace_handling(job.png);
  png_read_update_info(job.png, job.info);
  job.samples = png_get_channels(job.png, job.info);
  // Colours of a palette have 8 bits, and opacity stretches grey of fewer bits to 8.
  if (job.colour == PNG_COLOR_TYPE_PALETTE || job.transparent)
    job.depth = png_get_bit_depth(job.png, job.info);
}

void read_rows(PngJob& job) {
  png_read_image(job.png, job.rows.data());
  png_read_end(job.png, nullptr);
}

void write_rows(PngJob& job) {
  png_set_write_fn(job.png, &job, PngJob::write_bytes, PngJob::flush_bytes);
  png_set_user_limits(job.png, std::numeric_limits<int>::max(), std::numeric_limits<int>::max());
  png_set_IHDR(job.png, job.info, job.width, job.height, job.depth, job.colour, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(job.png, job.info);
  png_write_image(job.png, job.rows.data());
  png_write_end(job.png, nullptr);
}

void check_grey(const PngJob& job, const std::string& name) {
  if (job.colour == PNG_COLOR_TYPE_PALETTE) refuse_colour(name, "a palette", Content::grey);
  if ((job.colour & PNG_COLOR_MASK_COLOR) != 0) refuse_colour(name, "colour", Content::grey);
  if ((job.colour & PNG_COLOR_MASK_ALPHA) != 0 || job.transparent) {
    refuse_colour(name, "transparency", Content::grey);
  }
}

}  // namespace

Image read_png(Source& source, Content content) {
  const std::string& name = source.name();
  if (!may_be(Format::png, source.peek(8))) {
    refuse(name, "does not start as png files do; give its true format with --format");
  }
  const std::string bytes = source.read_all();
  const auto run = [&](PngJob& job, void (*step)(PngJob&)) {
    if (!job.run(step)) refuse_truncated(name, "the png is broken: " + job.message);
  };
  PngJob job(true);
  job.input = bytes;
  run(job, read_header);
  if (content == Content::grey) check_grey(job, name);
  check_picture_size(name, job.width, job.height, job.stored_bits() / 8.0,
                     static_cast<double>(bytes.size()), best_ratio);
  run(job, choose_numbers);
  job.make_rows();
  run(job, read_rows);
  Image image = image_of_bytes(job.pixels, job.height, job.width, job.samples, job.depth);
  if (image.channels.size() % 2 == 0) drop_opacity(name, image);
  return image;
}

void write_png(Sink& sink, Channels channels, double peak) {
  const Matrix& first = channels.front();
  if (first.empty() || first.rows() > std::numeric_limits<int>::max() ||
      first.cols() > std::numeric_limits<int>::max()) {
    refuse(sink.name(), "a png has 1 to 2147483647 rows and columns, not " +
                            std::to_string(first.rows()) + " x " + std::to_string(first.cols()) +
                            "; write npy or csv instead");
  }
  const int white = white_of_bits(peak);
  PngJob job(false);
  job.depth = white > 255 ? 16 : 8;
  job.colour = channels.size() == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
  job.samples = channels.size();
  job.width = static_cast<png_uint_32>(first.cols());
  job.height = static_cast<png_uint_32>(first.rows());
  job.make_rows();
  const std::string bytes = stored_bytes(sink.name(), channels, peak, white);
  std::memcpy(job.pixels.data(), bytes.data(), bytes.size());
  if (!job.run(write_rows)) {
    throw Error(ErrorCode::unwritable, sink.name() + ": the png was not made: " + job.message);
  }
  sink.write(job.output);
}

}  // namespace grmf::io
