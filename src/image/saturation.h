#pragma once

#include <span>
#include <vector>

#include "grmf/matrix.h"

/// Pixels of values that noise leaves behind, such as 0 and 255.
namespace grmf::internal {

/// What is known of the pixels that have one of the values.
struct Saturated {
  double value = 0.0;
  Index count = 0;  ///< in all channels together
  /// About which share of them belongs to the picture; 0 where chance would do. In a region of the picture with the value all
  /// pixels have it but those that noise of the other values has hit, a share s; elsewhere, by noise that hits every pixel on
  /// its own, a share n. If the regions are a share a of the picture, a pixel has the value with probability
  /// p = a s + (1 - a) n, and both of two neighbours with a s^2 + (1 - a) n^2 = p c, where c is the share of the value among
  /// the neighbours of such pixels. From p, c and s follow a and n, and a s / p = s (c - p) / (p (c - p) + (s - p)^2).
  double of_picture = 0.0;
};

/// One for each of the values, which must differ.
std::vector<Saturated> saturated(std::span<const Matrix> channels, std::span<const double> values);

/// Makes the pixels with one of the values missing: NaN.
void take_out(Matrix& channel, std::span<const double> values);

}  // namespace grmf::internal
