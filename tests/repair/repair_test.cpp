#include "grmf/repair.h"

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "grmf/models.h"

namespace grmf {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

Matrix drawn(Index rows, Index cols, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Matrix a(rows, cols);
  for (double& value : a.values()) value = normal(random);
  return a;
}

Repairs repairs_of(const Matrix& y, int rank, const OutlierOptions& options = {}) {
  const Data data(y);
  const Result fit = Grmf().fit(data.divided(options.sizes), {.rank = rank, .threads = 1});
  OutlierOptions known = options;
  known.noise = fit.noise;
  return find_repairs(data, {fit.u, fit.v}, known, false, 1);
}

TEST(Repair, of_an_exact_table_is_nothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const int rank = 1 + static_cast<int>(seed % 3);
    Matrix u = drawn(30, rank, random);
    // One row is a thousand times as large as the others, which a robust fit takes for errors.
    if (seed % 2 == 0) {
      for (double& value : u.row(3)) value *= 1000;
    }
    EXPECT_TRUE(repairs_of(multiply_transposed(u, drawn(14, rank, random)), rank).entries.empty())
        << seed;
  }
}

TEST(Repair, finds_errors_and_gaps_and_gives_what_was_there) {
  std::mt19937 random(5);
  const Matrix truth = multiply_transposed(drawn(40, 2, random), drawn(12, 2, random));
  Matrix y = truth;
  const std::vector<std::pair<Index, Index>> errors = {{2, 3}, {2, 7}, {17, 0}, {39, 11}};
  for (const auto& [i, j] : errors) y(i, j) += 20;
  y(5, 5) = gap;
  const Repairs repairs = repairs_of(y, 2);
  ASSERT_EQ(repairs.entries.size(), errors.size() + 1);
  for (const Repair& repair : repairs.entries) {
    EXPECT_NEAR(repair.estimate, truth(repair.row, repair.col), 1e-6);
    EXPECT_EQ(repair.deviations.has_value(), repair.row != 5);
    EXPECT_GT(repair.deviations.value_or(5), 4);
  }
  EXPECT_EQ(repairs.unknown, 0);
}

TEST(Repair, knows_nothing_of_rows_and_columns_without_data) {
  std::mt19937 random(6);
  Matrix y = multiply_transposed(drawn(20, 1, random), drawn(8, 1, random));
  for (double& value : y.row(4)) value = gap;
  const Repairs repairs = repairs_of(y, 1);
  EXPECT_TRUE(repairs.entries.empty());
  EXPECT_EQ(repairs.unknown, 8);
}

TEST(Repair, leaves_a_row_alone_that_follows_no_other) {
  std::mt19937 random(7);
  Matrix y = multiply_transposed(drawn(60, 2, random), drawn(12, 2, random));
  std::normal_distribution<double> normal;
  for (double& value : y.row(9)) value = 50 * normal(random);
  y(20, 2) += 30;
  const Repairs repairs = repairs_of(y, 2);
  ASSERT_EQ(repairs.entries.size(), 1U);
  EXPECT_EQ(repairs.entries[0].row, 20);
}

TEST(Repair, of_scaled_data_is_in_their_units) {
  std::mt19937 random(8);
  const Matrix truth = multiply_transposed(drawn(40, 2, random), drawn(12, 2, random));
  Matrix y = truth;
  OutlierOptions options;
  options.sizes.columns.assign(12, 1.0);
  options.sizes.columns[4] = 1e6;
  options.sizes.undo(y);
  y(3, 4) += 30e6;
  const Repairs repairs = repairs_of(y, 2, options);
  ASSERT_EQ(repairs.entries.size(), 1U);
  EXPECT_NEAR(repairs.entries[0].estimate / 1e6, truth(3, 4), 1e-6);
}

}  // namespace
}  // namespace grmf
