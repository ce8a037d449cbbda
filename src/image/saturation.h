#pragma once

#include <span>
#include <vector>

#include "grmf/export.h"
#include "grmf/matrix.h"

/// Pixels with values that noise leaves behind, such as 0 and 255.
namespace grmf::internal {

/// What is known of the pixels that have one of the values.
struct Saturated {
  double value = 0.0;
  Index count = 0;  ///< number of these pixels in all channels together
  /// The share of them that belongs to the picture, estimated; 0 where chance alone would explain
  /// them. In a region of the picture with this value, all pixels have it except those hit by noise
  /// of the other values; a share s is left. Elsewhere a share n of the pixels has it, by noise
  /// that hits every pixel independently. If the regions are a share a of the picture, a pixel has
  /// the value with probability p = a s + (1 - a) n, and two neighbours both have it with
  /// probability a s^2 + (1 - a) n^2 = p c, where c is the share of the value among the neighbours
  /// of pixels that have it. From p, c and s follow a and n, and a s / p = s (c - p) / (p (c - p) +
  /// (s - p)^2).
  double of_picture = 0.0;
};

/// Counts the pixels of each of the values, which must be distinct.
GRMF_EXPORT std::vector<Saturated> saturated(std::span<const Matrix> channels,
                                             std::span<const double> values);

/// Makes the pixels with one of the values missing (NaN).
void take_out(Matrix& channel, std::span<const double> values);

}  // namespace grmf::internal
