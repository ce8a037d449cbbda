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

/// The sizes of residuals, or of a sample of them. Those that are only rounding are left out, and
/// so is NaN, which comes from factors that overflow.
class ResidualSizes {
 public:
  /// `unit` is that of the data.
  ResidualSizes(std::vector<double> sizes, double unit);

  /// The deviation of the noise. Half of the residuals may be grossly wrong: the deviation is that
  /// of a normal distribution cut off at 2.5 deviations, which fits the residuals within the same
  /// bounds. A fit follows the noise a little, which is made up for by what it has used. The result
  /// is 0 where all entries fit exactly.
  [[nodiscard]] double noise(const Used& used) const;

 private:
  [[nodiscard]] double first_guess(const Used& used) const;

  double all_;  ///< their number, with those left out
  std::vector<double> sizes_;
};

}  // namespace grmf::internal
