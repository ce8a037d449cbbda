#include "objective/penalty.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {

namespace {

/// min(|x| / tau, 1), and whether x is not 0 where tau is 0.
double share(double x, double tau) {
  if (x == 0) return 0.0;
  return tau > 0 ? std::min(std::abs(x) / tau, 1.0) : 1.0;
}

}  // namespace

double Penalty::value(std::span<const double> x) const {
  double ridge = 0.0;
  for (const double x_l : x) ridge += x_l * x_l;
  if (ridge_alone()) return lambda3 * ridge;
  double sparsity = 0.0;
  double grouping = 0.0;
  double negative = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    if (lambda1 > 0) sparsity += share(x[l], tau1);
    negative += std::min(x[l], 0.0) * std::min(x[l], 0.0);
    for (std::size_t k = 0; lambda2 > 0 && k < l; ++k) grouping += share(x[l] - x[k], tau2);
  }
  return lambda1 * sparsity + lambda2 * grouping + lambda3 * ridge + lambda_neg * negative;
}

void clip_to_nonnegative(Matrix& a) {
  for (double& value : a.values()) value = std::max(value, 0.0);
}

}  // namespace grmf::internal
