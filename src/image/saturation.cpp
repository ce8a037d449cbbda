#include "image/saturation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grmf::internal {
namespace {

/// Pixels of one value in one channel, and how many of them are neighbours.
struct Count {
  Index pixels = 0;
  Index neighbours = 0;  ///< neighbours of these pixels, on the four sides
  Index alike = 0;       ///< how many of the neighbours have the value too

  Count(const Matrix& channel, double value) {
    const auto pair = [&](bool first, bool second) {
      neighbours += Index{first} + Index{second};
      if (first && second) alike += 2;
    };
    for (Index i = 0; i < channel.rows(); ++i) {
      for (Index j = 0; j < channel.cols(); ++j) {
        const bool here = channel(i, j) == value;
        pixels += Index{here};
        if (j + 1 < channel.cols()) pair(here, channel(i, j + 1) == value);
        if (i + 1 < channel.rows()) pair(here, channel(i + 1, j) == value);
      }
    }
  }

  /// The share of these pixels that belongs to the picture, where the channel has `size` pixels and
  /// `others` of them have other values of noise.
  [[nodiscard]] double of_picture(double size, double others) const {
    if (alike == 0) return 0.0;
    const double p = static_cast<double>(pixels) / size;
    const double s = 1 - others / size;
    const auto seen = static_cast<double>(neighbours);
    const double beside = static_cast<double>(alike) / seen;
    // Every pair counts twice. Four standard deviations mean one false alarm in 30 000.
    const double chance = 4 * std::sqrt(p * (1 - p) / (seen / 2));
    if (beside - p <= chance) return 0.0;
    const double excess = beside - p;
    return std::min(1.0, s * excess / (p * excess + (s - p) * (s - p)));
  }
};

}  // namespace

std::vector<Saturated> saturated(std::span<const Matrix> channels, std::span<const double> values) {
  std::vector<Saturated> result;
  for (const double value : values) result.push_back({.value = value});
  for (const Matrix& channel : channels) {
    std::vector<Count> counts;
    Index all = 0;
    for (const double value : values) all += counts.emplace_back(channel, value).pixels;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto pixels = static_cast<double>(counts[k].pixels);
      const auto others = static_cast<double>(all - counts[k].pixels);
      result[k].count += counts[k].pixels;
      result[k].of_picture +=  // a number of pixels for now; a share in the end
          pixels * counts[k].of_picture(static_cast<double>(channel.size()), others);
    }
  }
  for (Saturated& each : result) {
    if (each.count > 0) each.of_picture /= static_cast<double>(each.count);
  }
  return result;
}

void take_out(Matrix& channel, std::span<const double> values) {
  for (double& pixel : channel.values()) {
    if (std::ranges::find(values, pixel) != values.end())
      pixel = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace grmf::internal
