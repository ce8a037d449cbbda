#include "objective/penalty.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {

double Penalty::value(std::span<const double> x) const {
  double ridge = 0.0;
  for (const double x_l : x) ridge += x_l * x_l;
  if (ridge_alone()) return lambda3 * ridge;
  double sparsity = 0.0;
  double grouping = 0.0;
  double negative = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    if (lambda1 > 0) sparsity += std::min(std::abs(x[l]) / tau1, 1.0);
    negative += std::min(x[l], 0.0) * std::min(x[l], 0.0);
    for (std::size_t k = 0; lambda2 > 0 && k < l; ++k)
      grouping += std::min(std::abs(x[l] - x[k]) / tau2, 1.0);
  }
  return lambda1 * sparsity + lambda2 * grouping + lambda3 * ridge + lambda_neg * negative;
}

void clip_to_nonnegative(Matrix& a) {
  for (double& value : a.values()) value = std::max(value, 0.0);
}

}  // namespace grmf::internal
