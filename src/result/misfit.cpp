#include "result/misfit.h"

#include <algorithm>
#include <utility>

namespace grmf::internal {

double quantile(std::vector<double> residuals, double share, double scale) {
  // NaN, which comes from factors that overflow, is left out too.
  std::erase_if(residuals, [&](double residual) { return !(residual > rounding_share * scale); });
  if (residuals.empty()) return 0.0;
  const auto place = residuals.begin() +
                     static_cast<std::ptrdiff_t>(share * static_cast<double>(residuals.size()));
  std::nth_element(residuals.begin(), place, residuals.end());
  return *place;
}

double misfit(std::vector<double> residuals, double scale) {
  return quantile(std::move(residuals), 0.25, scale) / quartile_of_normal;
}

}  // namespace grmf::internal
