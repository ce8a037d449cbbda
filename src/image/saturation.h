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
  /// About which share of them belongs to the picture. Noise that hits every pixel on its own leaves as many of this value
  /// beside such a pixel as anywhere else, p; a region of the picture leaves nothing else there, but for the noise of the
  /// other values, q. With c found beside, the share is (c - p) / (1 - p - q); 0 where c could be chance.
  double of_picture = 0.0;
};

/// One for each of the values, which must differ.
std::vector<Saturated> saturated(std::span<const Matrix> channels, std::span<const double> values);

/// Makes the pixels with one of the values missing: NaN.
void take_out(Matrix& channel, std::span<const double> values);

}  // namespace grmf::internal
