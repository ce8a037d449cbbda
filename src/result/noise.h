#pragma once

#include <vector>

#include "grmf/fit.h"

namespace grmf::internal {

/// What a fit has taken from the data.
struct Used {
  double entries = 0.0;     ///< the number of observed entries
  double parameters = 0.0;  ///< the number of values that the fit could choose (see free_values())
  double excess = 1.0;      ///< excess_variance() of its loss
};

/// The number of values of the factors that a fit can choose: r (d + n - r), because a basis is
/// free; or the number of distinct non-zero values in the rows, where zeros and ties leave fewer.
double free_values(const Factors& factors);

/// The deviation of the noise, from the sizes of residuals or of a sample of them. Half of them may
/// be grossly wrong: the deviation is that of a normal distribution cut off at 2.5 deviations,
/// which fits the residuals within the same bounds. Residuals that are only rounding are left out.
/// A fit follows the noise a little, which is made up for by what it has used. The result is 0
/// where all entries fit exactly. `unit` is that of the data.
double noise_of(std::vector<double> sizes, const Used& used, double unit);

}  // namespace grmf::internal
