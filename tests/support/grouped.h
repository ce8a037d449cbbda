#pragma once

#include <vector>

#include "grmf/fit.h"
#include "support/problems.h"

/// Data with planted groups, and how many of them were found.
namespace grmf::test {

struct GroupedSettings {
  Index rows = 120;
  Index cols = 90;
  int rank = 5;
  std::vector<double> values = {0.0, 2.5, -4.0, 6.0};
  double outliers = 0.1;     ///< share of the entries that get normal noise of deviation 60 on top
  double dense_noise = 0.0;  ///< deviation of the noise on all of them
};

struct Grouped {
  Factors truth;  ///< every row has 1 to 3 distinct values
  Matrix y;
};
Grouped grouped(const GroupedSettings& settings, Random& random);

/// The truth plus normal noise.
Factors disturbed(const Factors& truth, double deviation, Random& random);

/// Share of rows of U and V whose zeros and ties are exactly those of the truth, up to one permutation of the
/// columns for all; of rows with at least `distinct` distinct values in the truth.
double right_rows(const Factors& truth, const Factors& found, int distinct = 1);

}  // namespace grmf::test
