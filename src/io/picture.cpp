#include "io/picture.h"

#include <algorithm>
#include <cmath>

#include "io/refusal.h"

namespace grmf::io {

Image image_of_bytes(std::span<const unsigned char> bytes, Index rows, Index cols,
                     std::size_t channels, int bits) {
  Image image{std::vector<Matrix>(channels, Matrix(rows, cols)),
              static_cast<double>((1U << static_cast<unsigned>(bits)) - 1U)};
  const unsigned char* byte = bytes.data();
  for (Index k = 0; k < rows * cols; ++k) {
    for (Matrix& channel : image.channels) {
      double number = *byte++;
      if (bits == 16) number = 256.0 * number + *byte++;
      channel.data()[k] = number;
    }
  }
  return image;
}

void refuse_colour(const std::string& name, const std::string& what, Content content) {
  const std::string start = "the picture has " + what + "; ";
  if (content == Content::grey) {
    refuse(name,
           start +
               "grey pictures only, grmf denoise and grmf corrupt take colour too; else convert "
               "it first, with ImageMagick: convert in.png -alpha off -colorspace Gray -type "
               "Grayscale out.png");
  }
  refuse(name,
         start +
             "taken are grey, and red, green and blue, without transparency; convert it first, "
             "with ImageMagick: convert in.png -background white -alpha remove -alpha off -type "
             "TrueColor out.png");
}

void drop_opacity(const std::string& name, Image& image) {
  const auto opacity = image.channels.back().values();
  const bool opaque = std::all_of(opacity.begin(), opacity.end(),
                                  [&](double value) { return value == image.peak; });
  if (!opaque) refuse_colour(name, "transparent pixels", Content::any);
  image.channels.pop_back();
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

int white_of_bits(double peak) {
  if (peak == 0) return 0;
  return peak > 255 ? 65535 : 255;
}

int white_of_map(double peak) { return static_cast<int>(std::max(std::round(peak), 1.0)); }

double stored_number(double value, double peak, int white) {
  const double scale = white / peak;
  return std::clamp(std::round(scale * value), 0.0, static_cast<double>(white));
}

std::vector<std::uint16_t> stored_numbers(const std::string& name, Channels channels, double peak,
                                          int white) {
  const Matrix& first = channels.front();
  std::vector<std::uint16_t> numbers;
  numbers.reserve(first.values().size() * channels.size());
  for (Index i = 0; i < first.rows(); ++i) {
    for (Index j = 0; j < first.cols(); ++j) {
      for (const Matrix& channel : channels) {
        if (std::isnan(channel(i, j))) {
          refuse(name, "row " + std::to_string(i) + ", column " + std::to_string(j) +
                           " (counted from 0) is missing; a picture has a number everywhere; write "
                           "npy or csv instead");
        }
        numbers.push_back(static_cast<std::uint16_t>(stored_number(channel(i, j), peak, white)));
      }
    }
  }
  return numbers;
}

std::string stored_bytes(const std::string& name, Channels channels, double peak, int white) {
  const bool wide = white > 255;
  const std::vector<std::uint16_t> numbers = stored_numbers(name, channels, peak, white);
  std::string bytes;
  bytes.reserve(numbers.size() * (wide ? 2 : 1));
  for (const unsigned number : numbers) {
    if (wide) bytes += static_cast<char>(number >> 8U);
    bytes += static_cast<char>(number & 0xFFU);
  }
  return bytes;
}

}  // namespace grmf::io
