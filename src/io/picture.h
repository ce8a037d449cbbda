#pragma once

#include <string>

#include "grmf/matrix.h"
#include "io/sink.h"
#include "io/source.h"

/// Grey pictures. One number a pixel, as it is stored; colour is refused.
namespace grmf::io {

struct Picture {
  Matrix values;
  double peak = 0.0;  ///< the number of white: 255, 65535, ...; 0 for floating-point pictures
};

/// Grey PNG of 1 to 16 bits.
Picture read_png(Source& source);
/// Grey portable map, as text (P2) or bytes (P5).
Picture read_pgm(Source& source);
/// Grey TIFF of 8 or 16 bits, or of floating-point numbers, in strips or tiles.
Picture read_tiff(Source& source);

/// 8 bits, or 16 where `peak` is above 255; `peak` becomes the white of these, 255 or 65535. Values are
/// rounded and cut to the range; NaN throws Error.
void write_png(Sink& sink, const Matrix& values, double peak);
/// P5 whose white is `peak`, rounded to a whole number that is at least 1.
void write_pgm(Sink& sink, const Matrix& values, double peak);

/// Refuses a picture that is not grey.
[[noreturn]] void refuse_colour(const std::string& name, const std::string& what);

/// Refuses a size that `available` bytes cannot hold however well they are packed, before memory is
/// taken for it.
void check_picture_size(const std::string& name, double width, double height, double pixel_bytes,
                        double available, double best_ratio);

/// The rows of a picture to be written, 1 or 2 bytes (the high one first) a pixel: `peak` becomes `white`.
std::string pixel_bytes(const std::string& name, const Matrix& values, double peak, int white);

}  // namespace grmf::io
