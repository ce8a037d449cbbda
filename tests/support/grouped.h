#pragma once

#include <vector>

#include "grmf/fit.h"
#include "support/problems.h"

/// Data with planted groups, and the share of them that a fit finds.
namespace grmf::test {

struct GroupedSettings {
  Index rows = 120;
  Index cols = 90;
  int rank = 5;
  std::vector<double> values = {0.0, 2.5, -4.0, 6.0};
  bool own_values = false;   ///< a row has 0 and three normal numbers of deviation 4 of its own
  double outliers = 0.1;     ///< share of the entries with added normal noise of deviation 60
  double dense_noise = 0.0;  ///< deviation of the noise on all entries
};

struct Grouped {
  Factors truth;  ///< every row has 1 to 3 distinct values
  Matrix y;
  Matrix without;  ///< NaN where y is grossly wrong
};
Grouped grouped(const GroupedSettings& settings, Random& random);

/// The true factors plus normal noise.
Factors disturbed(const Factors& truth, double deviation, Random& random);

/// The share of rows of U and V whose zeros and ties are exactly as in the truth, up to one
/// permutation of the columns for all rows. Only rows with at least `distinct` distinct values in
/// the truth count.
double right_rows(const Factors& truth, const Factors& found, int distinct = 1);

}  // namespace grmf::test
