#include "data/hold_out.h"

#include <limits>

#include <gtest/gtest.h>

#include "data/dense_copy.h"
#include "data/filled.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Numbers with about a tenth of them missing.
Matrix with_gaps(Index rows, Index cols, unsigned seed) {
  test::Random random(seed);
  Matrix y = test::normal_matrix(rows, cols, random);
  for (double& value : y.values()) {
    if (random() % 10 == 0) value = nan;
  }
  return y;
}

/// The same data with the entries that are held out made NaN.
Data spelled_out(const Matrix& y, const Data& rest) {
  Matrix left = y;
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) {
      if (rest.weight(i, j) == 0) left(i, j) = nan;
    }
  }
  return Data(left);
}

TEST(HoldOut, takes_about_its_share_of_what_is_observed) {
  const Data data(with_gaps(80, 60, 1));
  const Data rest = rest_of(data, 0.1, 0);
  const auto held = static_cast<double>(data.observed() - rest.observed());
  EXPECT_NEAR(held / static_cast<double>(data.observed()), 0.1, 0.02);
  EXPECT_EQ(HeldOut(data, rest).weights().size(), held);
}

TEST(HoldOut, depends_on_the_seed_and_the_place_alone) {
  const Data data(Matrix(40, 40, 1.0));
  const HoldOut once(data, 0.3, 5);
  const HoldOut again(data, 0.3, 5);
  const HoldOut other(data, 0.3, 6);
  int differing = 0;
  for (Index i = 40; i-- > 0;) {
    for (Index j = 0; j < 40; ++j) {
      EXPECT_EQ(once.contains(i, j), again.contains(i, j));
      differing += once.contains(i, j) != other.contains(i, j) ? 1 : 0;
    }
  }
  EXPECT_GT(differing, 400);
}

TEST(HoldOut, of_different_folds_have_nothing_in_common) {
  const Data data(Matrix(40, 40, 1.0));
  const HoldOut first(data, 0.3, 5, 0);
  const HoldOut second(data, 0.3, 5, 1);
  int both = 0;
  int either = 0;
  for (Index i = 0; i < 40; ++i) {
    for (Index j = 0; j < 40; ++j) {
      both += first.contains(i, j) && second.contains(i, j) ? 1 : 0;
      either += first.contains(i, j) || second.contains(i, j) ? 1 : 0;
    }
  }
  EXPECT_EQ(both, 0);
  EXPECT_NEAR(either / 1600.0, 0.6, 0.06);
}

TEST(HoldOut, takes_the_same_share_of_every_row_and_column) {
  const Data data(Matrix(300, 300, 1.0));
  const HoldOut held(data, 0.1, 3);
  for (Index i = 0; i < 300; ++i) {
    int of_row = 0;
    int of_col = 0;
    for (Index j = 0; j < 300; ++j) {
      of_row += held.contains(i, j) ? 1 : 0;
      of_col += held.contains(j, i) ? 1 : 0;
    }
    EXPECT_NEAR(of_row, 30, 28);  // five and a half deviations
    EXPECT_NEAR(of_col, 30, 28);
  }
}

TEST(HoldOut, leaves_something_of_every_row_and_column) {
  const Data data(Matrix(30, 4, 1.0));
  const Data rest = rest_of(data, 0.5, 0);
  for (Index i = 0; i < 30; ++i) {
    double left = 0;
    for (Index j = 0; j < 4; ++j) left += rest.weight(i, j);
    EXPECT_GE(left, 2) << i;
  }
  EXPECT_LT(rest.observed(), data.observed());
}

TEST(HoldOut, is_read_as_if_its_entries_were_missing) {
  const Matrix y = with_gaps(70, 45, 2);
  Matrix weights(70, 45, 0.5);
  const Data plain(y);
  for (const Data& data : {plain, Data(y, weights), Data(test::narrowed(y))}) {
    const Data rest = rest_of(data, 0.2, 1);
    const Data same = spelled_out(dense_copy(data), rest);
    EXPECT_LT(rest.observed(), data.observed());
    EXPECT_EQ(rest.observed(), same.observed());
    EXPECT_EQ(rest.scale(), data.scale());
    EXPECT_EQ(dense_copy(rest), dense_copy(same));
    const double weight = data.stored_weights() ? 0.5 : 1.0;
    EXPECT_EQ(dense_weights(rest), test::scaled(dense_weights(same), weight));
    EXPECT_DOUBLE_EQ(rest.total_weight(), weight * same.total_weight());
    Matrix filled(70, 45);
    Matrix filled_same(70, 45);
    Filled(rest).copy(0, 0, 70, 45, filled.data());
    Filled(same).copy(0, 0, 70, 45, filled_same.data());
    EXPECT_EQ(filled, filled_same);
  }
}

TEST(HeldOut, huge_errors_count_no_more_than_large_ones) {
  Matrix y(2, 2, 1.0);
  y(0, 0) = 1e9;
  Matrix weights(2, 2, 1.0);
  weights(0, 0) = 0.0;
  const HeldOut held(Data(y), Data(y, weights));
  EXPECT_EQ(held.errors_of(Matrix(2, 1, 1.0), Matrix(2, 1, 1.0)), std::vector<double>{1.0});
}

}  // namespace
}  // namespace grmf::internal
