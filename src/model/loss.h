#pragma once

#include <cmath>

/// The loss phi of a residual r, and the weight w = phi'(r) / r of its quadratic majoriser
///
///   phi(t) <= phi(r) + w (t^2 - r^2) / 2      for every t, with equality at t = r.
///
/// A further loss is a further struct with these two members.
namespace grmf::internal {

struct L1Loss {
  double eps;  ///< phi(r) = sqrt(r^2 + eps)
  [[nodiscard]] double value(double r) const { return std::sqrt(r * r + eps); }
  [[nodiscard]] double weight(double r) const { return 1.0 / std::sqrt(r * r + eps); }
};

struct L2Loss {  ///< phi(r) = r^2 / 2
  [[nodiscard]] static double value(double r) { return 0.5 * r * r; }
  [[nodiscard]] static double weight(double /*r*/) { return 1.0; }
};

}  // namespace grmf::internal
