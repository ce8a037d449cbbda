#pragma once

#include <algorithm>
#include <cmath>

namespace grmf::internal {

/// `value` moved towards 0 by `by`, but not beyond 0. This is the proximal map of by |x|.
inline double shrunk(double value, double by) {
  return std::copysign(std::max(std::abs(value) - by, 0.0), value);
}

}  // namespace grmf::internal
