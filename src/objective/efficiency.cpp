#include "objective/efficiency.h"

#include <cmath>
#include <limits>
#include <variant>

namespace grmf::internal {
namespace {

/// Means over normal noise: of the weight w, and of w z^2 and (w z)^2, where z is noise by its
/// deviation.
struct Means {
  double weight = 0.0;
  double slope = 0.0;
  double slope_square = 0.0;
};

/// The means are integrals, by the midpoint rule: at 0 itself some losses have a kink.
Means means_of(const AnyLoss& loss, double sigma) {
  constexpr double farthest = 8.0;
  constexpr int steps = 400;
  Means means;
  double all = 0.0;
  for (int k = -steps; k < steps; ++k) {
    const double z = farthest * (k + 0.5) / steps;
    const double density = std::exp(-z * z / 2);
    const double w = std::visit([&](const auto& held) { return held.weight(sigma * z); }, loss);
    all += density;
    means.weight += density * w;
    means.slope += density * w * z * z;
    means.slope_square += density * w * w * z * z;
  }
  return {means.weight / all, means.slope / all, means.slope_square / all};
}

}  // namespace

double excess_variance(const AnyLoss& loss, double sigma) {
  if (!(sigma > 0)) return 1.0;
  // With normal noise E phi'' is E r phi' / sigma^2, so the weights phi' / r are all that is
  // needed.
  const Means means = means_of(loss, sigma);
  // A loss that is far narrower than the noise gives next to none of it any weight.
  if (!(means.slope * means.slope > 0)) return std::numeric_limits<double>::infinity();
  return means.slope_square / (means.slope * means.slope);
}

double slope_deviation(const AnyLoss& loss, double sigma) {
  return sigma * std::sqrt(means_of(loss, sigma).slope_square);
}

double gain_of_a_value(const AnyLoss& loss, double sigma) {
  const Means means = means_of(loss, sigma);
  return 0.5 * sigma * sigma * means.slope_square / means.slope;
}

double mean_weight(const AnyLoss& loss, double sigma) { return means_of(loss, sigma).weight; }

}  // namespace grmf::internal
