#include "report/colour_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace grmf::report {
namespace {

using Rgb = std::array<double, 3>;
using Ramp = std::array<Rgb, 3>;  // a pale, a middle and a strong colour

constexpr Ramp blues = {{{222, 235, 248}, {116, 173, 219}, {28, 92, 168}}};
constexpr Ramp oranges = {{{254, 234, 214}, {252, 166, 88}, {204, 76, 8}}};

/// The colour of a value. The square root spreads the small values, of which there are many, so
/// that one large entry does not make the rest pale.
Rgb rgb_of(double value, double largest) {
  const Ramp& ramp = value < 0 ? blues : oranges;
  const double place = 2 * std::sqrt(std::min(std::abs(value) / largest, 1.0));
  const std::size_t lower = place < 1 ? 0 : 1;
  Rgb rgb{};
  for (std::size_t c = 0; c < rgb.size(); ++c) {
    rgb[c] = std::lerp(ramp[lower][c], ramp[lower + 1][c], place - static_cast<double>(lower));
  }
  return rgb;
}

}  // namespace

std::string ColourScale::colour(double value) const {
  const Rgb rgb = rgb_of(value, largest_);
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(rgb[0]),
                static_cast<unsigned>(rgb[1]), static_cast<unsigned>(rgb[2]));
  return text.data();
}

std::string ColourScale::ink(double value) const {
  const Rgb rgb = rgb_of(value, largest_);
  const double brightness = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
  return brightness < 130 ? "#ffffff" : "#1f2937";
}

}  // namespace grmf::report
