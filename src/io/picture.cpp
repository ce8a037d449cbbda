#include "io/picture.h"

#include <algorithm>
#include <cmath>

#include "io/refusal.h"

namespace grmf::io {

void refuse_colour(const std::string& name, const std::string& what) {
  refuse(name,
         "the picture has " + what +
             "; grey pictures only; convert it first, with ImageMagick: convert in.png -alpha off "
             "-colorspace Gray -type Grayscale out.png");
}

void check_picture_size(const std::string& name, double width, double height, double pixel_bytes,
                        double available, double best_ratio) {
  if (width < 1 || height < 1) {
    refuse(name, "the picture has no pixels; at least one is needed");
  }
  if (width * height * pixel_bytes > best_ratio * available) {
    refuse_truncated(name, "the header announces " + std::to_string(static_cast<Index>(width)) +
                               " x " + std::to_string(static_cast<Index>(height)) +
                               " pixels, which " + std::to_string(static_cast<Index>(available)) +
                               " bytes cannot hold");
  }
}

std::string pixel_bytes(const std::string& name, const Matrix& values, double peak, int white) {
  const double scale = white / peak;
  std::string bytes;
  const bool wide = white > 255;
  bytes.reserve(values.values().size() * (wide ? 2 : 1));
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (std::isnan(values(i, j))) {
        refuse(name, "row " + std::to_string(i) + ", column " + std::to_string(j) +
                         " (counted from 0) is missing; a picture has a number everywhere; write "
                         "npy or csv instead");
      }
      const double cut =
          std::clamp(std::round(scale * values(i, j)), 0.0, static_cast<double>(white));
      const auto pixel = static_cast<unsigned>(cut);
      if (wide) bytes += static_cast<char>(pixel >> 8U);
      bytes += static_cast<char>(pixel & 0xFFU);
    }
  }
  return bytes;
}

}  // namespace grmf::io
