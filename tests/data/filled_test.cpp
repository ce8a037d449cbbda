#include "data/filled.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/problems.h"

namespace grmf::internal {
namespace {

/// Row mean + column mean - mean of all, each over the observed entries.
double filling(const Matrix& y, const Matrix& m, Index i, Index j) {
  struct Mean {
    double sum = 0.0;
    double weight = 0.0;
    void add(double value, double by) {
      sum += by * value;
      weight += by;
    }
  } row, col, all;
  for (Index k = 0; k < y.rows(); ++k) {
    for (Index l = 0; l < y.cols(); ++l) {
      all.add(y(k, l), m(k, l));
      if (k == i) row.add(y(k, l), m(k, l));
      if (l == j) col.add(y(k, l), m(k, l));
    }
  }
  const double mean = all.sum / all.weight;
  const auto or_mean = [&](const Mean& own) {
    return own.weight > 0 ? own.sum / own.weight : mean;
  };
  return or_mean(row) + or_mean(col) - mean;
}

/// The data have a blank row and column, gaps, and weights of many sizes.
TEST(Filled, is_the_definition_wherever_it_is_looked_at) {
  test::Random random(31);
  const Matrix y = test::normal_matrix(7, 6, random);
  Matrix m = test::normal_matrix(7, 6, random);
  double total = 0.0;
  double observed = 0.0;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      m(i, j) = i == 2 || j == 4 ? 0.0 : std::max(m(i, j), 0.0);
      total += m(i, j);
      observed += m(i, j) > 0 ? 1 : 0;
    }
  }
  const Data data(y, m);
  const Filled filled(data);
  for (const Index first : {0, 3}) {
    const Index rows = y.rows() - first;
    const Index cols = y.cols() - first;
    std::vector<double> part(rows * cols);
    filled.copy(first, first, rows, cols, part.data());
    for (Index k = 0; k < std::ssize(part); ++k) {
      const Index i = first + k / cols;
      const Index j = first + k % cols;
      const double fill = filling(y, m, i, j);
      const double share = std::min(m(i, j) / (total / observed), 1.0);
      EXPECT_NEAR(part[k], fill + share * (y(i, j) - fill), 1e-13) << i << ", " << j;
    }
  }
}

}  // namespace
}  // namespace grmf::internal
