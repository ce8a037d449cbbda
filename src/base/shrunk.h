#pragma once

#include <algorithm>
#include <cmath>

namespace grmf::internal {

/// Moved towards 0 by `by`, and not beyond: the proximal map of by |x|.
inline double shrunk(double value, double by) {
  return std::copysign(std::max(std::abs(value) - by, 0.0), value);
}

}  // namespace grmf::internal
