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

/// Tukey's biweight: phi(r) = width^2 / (6 sigma) (1 - (1 - (r / width)^2)^3) within `width` of 0,
/// and constant beyond, so that gross errors do not pull at all. It is r^2 / (2 sigma) near 0: with
/// normal noise of deviation sigma, its slopes and curvature are of the size of those of l1, so
/// that penalties mean the same beside either loss.
struct BiweightLoss {
  double width;
  double sigma;
  [[nodiscard]] double value(double r) const {
    // 1 - (1 - t)^3, written so that small t lose no digits.
    const double t = std::min(r * r / (width * width), 1.0);
    return width * width / (6 * sigma) * t * (3 - t * (3 - t));
  }
  [[nodiscard]] double weight(double r) const {
    const double left = 1 - std::min(r * r / (width * width), 1.0);
    return left * left / sigma;
  }
  [[nodiscard]] double max_slope() const {
    constexpr double steepest =
        0.28621670111997307;  // 16 / (25 sqrt(5)), where r is width / sqrt(5)
    return steepest * width / sigma;
  }
};

struct L2Loss {  ///< phi(r) = r^2 / 2
  [[nodiscard]] static double value(double r) { return 0.5 * r * r; }
  [[nodiscard]] static double weight(double /*r*/) { return 1.0; }
  [[nodiscard]] static double max_slope() { return std::numeric_limits<double>::infinity(); }
};

using AnyLoss = std::variant<L1Loss, L2Loss, HuberLoss, CorrentropyLoss, AtanLoss, BiweightLoss>;

}  // namespace grmf::internal
