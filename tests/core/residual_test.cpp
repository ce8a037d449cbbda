#include "core/residual.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/problems.h"

namespace grmf::internal {
namespace {

TEST(Residual, rows_are_what_the_factors_leave) {
  test::Random random(3);
  const Matrix y = test::normal_matrix(7, 9, random);
  const Factors factors{test::normal_matrix(7, 2, random), test::normal_matrix(9, 2, random)};
  const Matrix product = multiply_transposed(factors.u, factors.v);
  const Data data(y);
  const Residual residual(data, factors);
  std::vector<double> row(9);
  for (Index i = 0; i < 7; ++i) {
    residual.row(i, row);
    for (Index j = 0; j < 9; ++j) EXPECT_NEAR(row[j], y(i, j) - product(i, j), 1e-14);
  }
  EXPECT_EQ(residual.sizes().size(), 63U);
}

TEST(Residual, sizes_of_many_entries_come_from_all_rows_and_columns) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{4, 200'000}, {200'000, 4}}) {
    for (const bool along_rows : {true, false}) {
      // As many blank lines as others: both kinds must be among what is looked at.
      Matrix y(rows, cols);
      for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < cols; ++j) y(i, j) = (along_rows ? i : j) % 2 == 0 ? 0.0 : 1.0;
      }
      const Data data(std::move(y));
      const Factors nothing{Matrix(rows, 1), Matrix(cols, 1)};
      const std::vector<double> sizes = Residual(data, nothing).sizes();
      EXPECT_LT(std::ssize(sizes), rows * cols / 2);
      const auto blank = std::count(sizes.begin(), sizes.end(), 0.0);
      EXPECT_NEAR(static_cast<double>(blank) / static_cast<double>(sizes.size()), 0.5, 0.01);
    }
  }
}

}  // namespace
}  // namespace grmf::internal
