#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

#include "io/content.h"
#include "io/picture.h"
#include "io/refusal.h"

// When a function of libjpeg fails, it leaves by longjmp. That may pass over no object with a
// destructor, so everything lives in a struct outside, and a step that calls libjpeg has only plain
// variables.

namespace grmf::io {
namespace {

/// A block of 64 pixels takes at least one bit, in the first scan of a progressive picture.
constexpr double pixels_of_a_byte = 8 * 64.0;

struct JpegJob {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  std::jmp_buf escape{};
  std::array<char, JMSG_LENGTH_MAX> message{};  ///< the first error or warning
  bool warned = false;
  std::string_view input;
  std::size_t samples = 1;  ///< numbers per pixel
  std::vector<unsigned char> pixels;

  JpegJob() {
    jpeg.err = jpeg_std_error(&errors);
    jpeg.client_data = this;
    errors.error_exit = on_error;
    errors.emit_message = on_message;
    errors.output_message = [](j_common_ptr /*jpeg*/) {};
  }
  ~JpegJob() { jpeg_destroy_decompress(&jpeg); }
  JpegJob(const JpegJob&) = delete;
  JpegJob& operator=(const JpegJob&) = delete;

  /// Runs a step; returns false, with a message, where libjpeg gave up.
  bool run(void (*step)(JpegJob&)) {
    if (setjmp(escape) != 0) return false;  // NOLINT: the way of libjpeg
    step(*this);
    return true;
  }

  void keep_message(j_common_ptr from) {
    if (message.front() == '\0') errors.format_message(from, message.data());
  }

  [[noreturn]] static void on_error(j_common_ptr from) {
    auto* job = static_cast<JpegJob*>(from->client_data);
    job->message.front() = '\0';  // it says more than a warning before it
    job->keep_message(from);
    std::longjmp(job->escape, 1);  // NOLINT: the way of libjpeg
  }
  /// Is told warnings, at a negative level, and what happens.
  static void on_message(j_common_ptr from, int level) {
    auto* job = static_cast<JpegJob*>(from->client_data);
    // A newer version of the header says nothing of the picture.
    if (level >= 0 || job->errors.msg_code == JWRN_JFIF_MAJOR) return;
    job->warned = true;
    job->keep_message(from);
  }
};

void read_jpeg_header(JpegJob& job) {
  jpeg_create_decompress(&job.jpeg);
  jpeg_mem_src(&job.jpeg, reinterpret_cast<const unsigned char*>(job.input.data()),
               static_cast<unsigned long>(job.input.size()));
  jpeg_read_header(&job.jpeg, TRUE);
}

void read_pixels(JpegJob& job) {
  job.jpeg.out_color_space = job.samples == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_start_decompress(&job.jpeg);
  const std::size_t line_size = job.samples * job.jpeg.output_width;
  while (job.jpeg.output_scanline < job.jpeg.output_height) {
    JSAMPROW line = job.pixels.data() + job.jpeg.output_scanline * line_size;
    jpeg_read_scanlines(&job.jpeg, &line, 1);
  }
  jpeg_finish_decompress(&job.jpeg);
}

void check_coding(const JpegJob& job, const std::string& name) {
  if (job.jpeg.data_precision != 8) {
    refuse(name, "the jpeg has " + std::to_string(job.jpeg.data_precision) +
                     " bits a number; 8 are read; save it as png or tiff of 16 bits");
  }
  if (job.jpeg.arith_code != 0) {
    refuse(name,
           "the jpeg is packed by arithmetic coding; Huffman coding is read; save it again as "
           "jpeg, or as png");
  }
}

/// The channels of the picture. Throws Error where they are not taken.
std::size_t checked_channels(const JpegJob& job, const std::string& name, Content content) {
  switch (job.jpeg.jpeg_color_space) {
    case JCS_GRAYSCALE:
      return 1;
    case JCS_RGB:
    case JCS_YCbCr:
      if (content == Content::grey) refuse_colour(name, "colour", content);
      return 3;
    case JCS_CMYK:
    case JCS_YCCK:
      refuse_colour(name, "colour of the kind CMYK", content);
    default:
      refuse_colour(name, std::to_string(job.jpeg.num_components) + " numbers a pixel", content);
  }
}

/// Runs a step, and throws for what libjpeg finds wrong in it.
void run_or_refuse(JpegJob& job, void (*step)(JpegJob&), const std::string& name) {
  const bool done = job.run(step);
  if (done && !job.warned) return;
  const int code = job.errors.msg_code;
  if (!done && code == JERR_OUT_OF_MEMORY) throw std::bad_alloc();
  if (!done && code == JERR_BAD_PRECISION) check_coding(job, name);
  refuse_truncated(name, std::string("the jpeg is broken: ") + job.message.data());
}

}  // namespace

Image read_jpeg(Source& source, Content content) {
  const std::string& name = source.name();
  if (!may_be(Format::jpeg, source.peek(3))) {
    refuse(name, "does not start as jpeg files do; give its true format with --format");
  }
  const std::string bytes = source.read_all();
  JpegJob job;
  job.input = bytes;
  run_or_refuse(job, read_jpeg_header, name);
  check_coding(job, name);
  job.samples = checked_channels(job, name, content);
  const auto width = static_cast<std::size_t>(job.jpeg.image_width);
  const auto height = static_cast<std::size_t>(job.jpeg.image_height);
  check_picture_size(name, static_cast<double>(width), static_cast<double>(height), 1.0,
                     static_cast<double>(bytes.size()), pixels_of_a_byte);
  job.pixels.resize(width * height * job.samples);
  run_or_refuse(job, read_pixels, name);
  return image_of_bytes(job.pixels, static_cast<Index>(height), static_cast<Index>(width),
                        job.samples, 8);
}

}  // namespace grmf::io
