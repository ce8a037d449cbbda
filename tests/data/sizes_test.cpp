#include "grmf/sizes.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "grmf/data.h"
#include "grmf/error.h"

namespace grmf {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

TEST(Sizes, are_the_median_distance_to_the_median) {
  // Column 1 has the median 3 and the distances 2, 1, 0, 1, 97; column 2 is nearly constant, so
  // that the mean distance counts; column 3 is constant; column 4 has no data.
  const Data data(
      Matrix{{1, 5, 7, gap}, {2, 5, 7, gap}, {3, 5, 7, gap}, {4, 5, 7, gap}, {100, 9, 7, gap}});
  const Sizes sizes = robust_sizes(data, ScaleBy::columns);
  EXPECT_EQ(sizes.columns, (std::vector<double>{1, 0.8, 1, 1}));
  EXPECT_TRUE(sizes.rows.empty());
  EXPECT_EQ(robust_sizes(data, ScaleBy::none), Sizes());
}

TEST(Sizes, of_rows_are_those_of_the_columns_of_the_transpose) {
  std::mt19937 random(1);
  std::normal_distribution<double> draw(1, 2);
  Matrix y(23, 40);
  for (double& value : y.values()) value = draw(random);
  y(3, 4) = gap;
  const Sizes rows = robust_sizes(Data(y), ScaleBy::rows);
  const Sizes columns = robust_sizes(Data(transposed(y)), ScaleBy::columns);
  EXPECT_EQ(rows.rows, columns.columns);
  EXPECT_EQ(rows.rows.size(), 23U);
}

TEST(Sizes, ignore_what_is_missing_and_grow_with_the_data) {
  const Matrix y{{1, 8}, {2, 16}, {4, 32}, {9, 72}};
  const Matrix weights{{1, 1}, {1, 1}, {2, 2}, {0, 0}};
  const Sizes sizes = robust_sizes(Data(y, weights), ScaleBy::columns);
  EXPECT_EQ(sizes.columns, (std::vector<double>{1, 8}));
}

TEST(Sizes, are_divided_out_and_undone) {
  const Data data(Matrix{{1, 20}, {gap, 40}, {3, 60}});
  const Sizes sizes{.rows = {1, 2, 4}, .columns = {1, 10}};
  const Data even = data.divided(sizes);
  EXPECT_EQ(even.y(2, 1), 1.5);
  EXPECT_EQ(even.weight(1, 0), 0.0);
  EXPECT_EQ(even.y(2, 0), 0.75);
  Matrix estimate{{1, 2}, {1, 2}, {0.75, 1.5}};
  sizes.undo(estimate);
  EXPECT_EQ(estimate, (Matrix{{1, 20}, {2, 40}, {3, 60}}));
}

TEST(Sizes, floats_stay_floats) {
  const Data even = Data(Matrix32{{2, 4}, {6, 8}}).divided({.columns = {2, 4}});
  EXPECT_TRUE(even.stored_y().visit(
      []<class T>(const BasicMatrixView<T>&) { return std::is_same_v<T, float>; }));
  EXPECT_EQ(even.y(1, 1), 2.0);
}

TEST(Sizes, no_size_makes_an_entry_infinite) {
  const Matrix y{{1e-320}, {2e-320}, {3e-320}, {1e10}};
  const Data data(y);
  EXPECT_NO_THROW(static_cast<void>(data.divided(robust_sizes(data, ScaleBy::columns))));
}

TEST(Sizes, that_do_not_fit_are_refused) {
  const Data data(Matrix{{1, 2}, {3, 4}});
  for (const Sizes& wrong :
       {Sizes{.columns = {1, 2, 3}}, Sizes{.rows = {1}}, Sizes{.columns = {1, 0}},
        Sizes{.columns = {1, -2}}, Sizes{.columns = {1, gap}}}) {
    EXPECT_THROW(static_cast<void>(data.divided(wrong)), Error);
  }
}

TEST(Sizes, spread_leaves_constant_columns_out) {
  EXPECT_DOUBLE_EQ(spread_of_columns(Data(Matrix{{1, 100, 5}, {2, 300, 5}, {3, 500, 5}})), 200.0);
  EXPECT_EQ(spread_of_columns(Data(Matrix{{5, 5}, {5, 5}})), 1.0);
}

}  // namespace
}  // namespace grmf
