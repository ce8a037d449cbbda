#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grmf/matrix.h"
#include "io/sink.h"
#include "io/source.h"

/// Pictures, grey or in colour: one matrix per channel, with the numbers as they are stored.
namespace grmf::io {

struct Image {
  std::vector<Matrix> channels;  ///< grey alone, or red, green and blue, all of one shape
  double peak = 0.0;  ///< the number that is white: 255, 65535, ...; 0 for floating-point pictures
  std::vector<std::string> notes = {};  ///< what the user should know about what was read
};
using Channels = std::span<const Matrix>;

/// Which pictures the caller takes; others are refused. `any` takes grey and colour, and
/// transparency only if all pixels are opaque.
enum class Content { grey, any };

/// Reads a PNG of 1 to 16 bits, also one with a palette.
Image read_png(Source& source, Content content);
/// Reads a JPEG of 8 bits, which may be progressive. Where its data are damaged or end too early,
/// it is refused, as far as that can be told.
Image read_jpeg(Source& source, Content content);
/// Reads a portable map, as text (P2, P3) or bytes (P5, P6).
Image read_pgm(Source& source, Content content);
/// Reads a TIFF of 8 or 16 bits, or of floating-point numbers, in strips or tiles.
Image read_tiff(Source& source, Content content);

/// Writes a PNG. The writers take one channel or three. `peak` becomes the white that the functions
/// below tell; numbers between 0 and white are rounded, others are clipped to that range, and NaN
/// throws Error.
void write_png(Sink& sink, Channels channels, double peak);
/// Writes P5 for one channel, P6 for three.
void write_pgm(Sink& sink, Channels channels, double peak);
/// Writes a TIFF; where `peak` is 0, it holds the numbers as floats.
void write_tiff(Sink& sink, Channels channels, double peak);

/// White in a file of 8 or 16 bits: the largest number of 8 bits, or of 16 where `peak` is above
/// 255. Returns 0 where `peak` is 0: numbers are then stored as they are.
int white_of_bits(double peak);
/// White in a portable map: `peak`, rounded to a whole number that is at least 1.
int white_of_map(double peak);
/// The whole number that is stored for `value` if `peak` is stored as `white`.
double stored_number(double value, double peak, int white);
/// All stored numbers of a picture row by row, the channels of a pixel beside each other.
std::vector<std::uint16_t> stored_numbers(const std::string& name, Channels channels, double peak,
                                          int white);
/// The stored numbers as bytes, 1 or 2 (the high one first) per number.
std::string stored_bytes(const std::string& name, Channels channels, double peak, int white);

/// The picture of numbers that are stored row by row, the channels of a pixel beside each other, in
/// one byte each or, where there are 16 `bits`, in two, the high one first.
Image image_of_bytes(std::span<const unsigned char> bytes, Index rows, Index cols,
                     std::size_t channels, int bits);

/// Refuses a picture that `content` does not take.
[[noreturn]] void refuse_colour(const std::string& name, const std::string& what, Content content);
/// Removes a last channel that says how opaque a pixel is. Throws Error unless all pixels are
/// opaque.
void drop_opacity(const std::string& name, Image& image);

/// Refuses a size that `available` bytes cannot hold even at the best compression, before memory is
/// allocated for it.
void check_picture_size(const std::string& name, double width, double height, double pixel_bytes,
                        double available, double best_ratio);

}  // namespace grmf::io
