#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

/// Every loss is a struct with three members: value(r) is the loss phi of a residual r, weight(r)
/// is the weight w = phi'(r) / r of its quadratic majoriser
///
///   phi(t) <= phi(r) + w (t^2 - r^2) / 2      for every t, with equality at t = r,
///
/// and max_slope() is the largest |phi'|.
namespace grmf::internal {

struct L1Loss {
  double eps;  ///< phi(r) = sqrt(r^2 + eps)
  [[nodiscard]] double value(double r) const { return std::sqrt(r * r + eps); }
  [[nodiscard]] double weight(double r) const { return 1.0 / std::sqrt(r * r + eps); }
  [[nodiscard]] static double max_slope() { return 1.0; }
};

/// phi(r) = a atan(q / a) with q = sqrt(r^2 + eps). It is like l1 near 0 and bounded far from it,
/// so that gross errors pull no more.
struct AtanLoss {
  double eps;
  double a;  ///< the |r| where the loss begins to yield
  [[nodiscard]] double value(double r) const { return a * std::atan(std::sqrt(r * r + eps) / a); }
  [[nodiscard]] double weight(double r) const {
    const double q2 = r * r + eps;
    return 1.0 / (std::sqrt(q2) * (1 + q2 / (a * a)));
  }
  [[nodiscard]] static double max_slope() { return 1.0; }
};

/// A square within delta of 0 and linear beyond. Weights 1 / max(|r|, delta) minimise this loss.
struct HuberLoss {
  double delta;
  double slope;  ///< |phi'| far from 0
  [[nodiscard]] double value(double r) const {
    const double size = std::abs(r);
    return slope * (size <= delta ? r * r / (2 * delta) : size - delta / 2);
  }
  [[nodiscard]] double weight(double r) const { return slope / std::max(std::abs(r), delta); }
  [[nodiscard]] double max_slope() const { return slope; }
};

/// phi(r) = sigma/2 (1 - exp(-r^2 / sigma)). It is bounded, so that gross errors count no more than
/// large errors.
struct CorrentropyLoss {
  double sigma;  ///< in the unit of r^2
  [[nodiscard]] double value(double r) const { return -0.5 * sigma * std::expm1(-r * r / sigma); }
  [[nodiscard]] double weight(double r) const { return std::exp(-r * r / sigma); }
  [[nodiscard]] double max_slope() const { return std::sqrt(0.5 * sigma) * std::exp(-0.5); }
};

struct L2Loss {  ///< phi(r) = r^2 / 2
  [[nodiscard]] static double value(double r) { return 0.5 * r * r; }
  [[nodiscard]] static double weight(double /*r*/) { return 1.0; }
  [[nodiscard]] static double max_slope() { return std::numeric_limits<double>::infinity(); }
};

using AnyLoss = std::variant<L1Loss, L2Loss, HuberLoss, CorrentropyLoss, AtanLoss>;

}  // namespace grmf::internal
