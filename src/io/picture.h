#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grmf/matrix.h"
#include "io/format.h"
#include "io/sink.h"
#include "io/source.h"

/// Pictures, grey or in colour: one matrix a channel, its numbers as they are stored.
namespace grmf::io {

struct Image {
  std::vector<Matrix> channels;  ///< grey alone, or red, green and blue, all of one shape
  double peak = 0.0;  ///< the number of white: 255, 65535, ...; 0 for floating-point pictures
};
using Channels = std::span<const Matrix>;

/// What the caller can do something with; the rest is refused. `any` takes grey and colour, without
/// transparency unless all pixels are opaque.
enum class Content { grey, any };

/// PNG of 1 to 16 bits, with a palette too.
Image read_png(Source& source, Content content);
/// Portable map, as text (P2, P3) or bytes (P5, P6).
Image read_pgm(Source& source, Content content);
/// TIFF of 8 or 16 bits, or of floating-point numbers, in strips or tiles.
Image read_tiff(Source& source, Content content);

/// The writers take one channel or three. `peak` becomes the white that stored_white tells; what lies
/// between is rounded and cut to the range, NaN throws Error.
void write_png(Sink& sink, Channels channels, double peak);
/// P5 for one channel, P6 for three.
void write_pgm(Sink& sink, Channels channels, double peak);
/// Where `peak` is 0, floats as they are.
void write_tiff(Sink& sink, Channels channels, double peak);

/// White in a file of this format: that of 8 bits, or of 16 where `peak` is above 255; in a portable map
/// `peak`, rounded to a whole number that is at least 1. 0 where numbers are stored as they are.
int stored_white(Format format, double peak);
/// The whole number that stands for `value` where `peak` becomes `white`.
double stored_number(double value, double peak, int white);
/// All of them, the channels of a pixel beside each other, row by row.
std::vector<std::uint16_t> stored_numbers(const std::string& name, Channels channels, double peak,
                                          int white);
/// The same as 1 or 2 bytes (the high one first) a number.
std::string stored_bytes(const std::string& name, Channels channels, double peak, int white);

/// Refuses a picture that `content` does not take.
[[noreturn]] void refuse_colour(const std::string& name, const std::string& what, Content content);
/// Takes off a last channel that says how opaque a pixel is. Throws Error unless all are.
void drop_opacity(const std::string& name, Image& image);

/// Refuses a size that `available` bytes cannot hold however well they are packed, before memory is
/// taken for it.
void check_picture_size(const std::string& name, double width, double height, double pixel_bytes,
                        double available, double best_ratio);

}  // namespace grmf::io
