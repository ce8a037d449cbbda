#include "core/misfit.h"

#include <algorithm>

namespace grmf::internal {

double misfit(std::vector<double> residuals, double scale) {
  constexpr double quartile_of_normal = 0.3186393639643752;  // a quarter of |z| lies below
  constexpr double rounding = 1e-12;
  // NaN, where factors overflow, is no residual either.
  std::erase_if(residuals, [&](double residual) { return !(residual > rounding * scale); });
  if (residuals.empty()) return 0.0;
  const auto quartile = residuals.begin() + static_cast<std::ptrdiff_t>(residuals.size() / 4);
  std::nth_element(residuals.begin(), quartile, residuals.end());
  return *quartile / quartile_of_normal;
}

}  // namespace grmf::internal
