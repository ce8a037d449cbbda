#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/engine.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

std::vector<double> residual_sizes(const Data& data, const Factors& factors,
                                   Index enough = 200'000) {
  return test::EngineOf(data).engine->residual_sizes(factors, enough);
}

TEST(Residual, sizes_are_what_the_factors_leave) {
  test::Random random(3);
  Matrix y = test::normal_matrix(7, 9, random);
  const Factors factors{test::normal_matrix(7, 2, random), test::normal_matrix(9, 2, random)};
  const Matrix product = multiply_transposed(factors.u, factors.v);
  y(3, 4) = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> sizes = residual_sizes(Data(y), factors);
  ASSERT_EQ(sizes.size(), 62U);
  std::size_t next = 0;
  for (Index k = 0; k < 63; ++k) {
    if (std::isnan(y(k / 9, k % 9))) continue;
    EXPECT_NEAR(sizes[next++], std::abs(y(k / 9, k % 9) - product(k / 9, k % 9)), 1e-14);
  }
}

TEST(Residual, sizes_of_many_entries_come_from_all_rows_and_columns) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{4, 200'000}, {200'000, 4}}) {
    for (const bool along_rows : {true, false}) {
      // There are as many blank rows as others: both kinds must be among the entries looked at.
      Matrix y(rows, cols);
      for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < cols; ++j) y(i, j) = (along_rows ? i : j) % 2 == 0 ? 0.0 : 1.0;
      }
      const Data data(std::move(y));
      const Factors nothing{Matrix(rows, 1), Matrix(cols, 1)};
      const std::vector<double> sizes = residual_sizes(data, nothing);
      EXPECT_LT(std::ssize(sizes), rows * cols / 2);
      const auto blank = std::count(sizes.begin(), sizes.end(), 0.0);
      EXPECT_NEAR(static_cast<double>(blank) / static_cast<double>(sizes.size()), 0.5, 0.01);
    }
  }
}

TEST(Residual, few_entries_that_matter_among_many_are_found) {
  Matrix y(2000, 2000);
  for (Index i = 700; i < 720; ++i) {
    for (Index j = 300; j < 320; ++j) y(i, j) = 1.0;
  }
  const Data data(std::move(y));
  const std::vector<double> sizes = residual_sizes(data, {Matrix(2000, 1), Matrix(2000, 1)}, 4096);
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 1.0), 400);
}

}  // namespace
}  // namespace grmf::internal
