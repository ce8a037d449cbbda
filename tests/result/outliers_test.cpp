#include "grmf/outliers.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "grmf/error.h"

namespace grmf {
namespace {

/// u v^T is 1 everywhere.
const Matrix ones_u = Matrix(6, 1, 1.0);
const Matrix ones_v = Matrix(3, 1, 1.0);

/// All 1 but for three entries.
Matrix with_outliers() {
  Matrix y(6, 3, 1.0);
  y(0, 1) = 3.0;
  y(2, 0) = 0.5;
  y(4, 2) = 1.02;
  return y;
}

TEST(Outliers, are_signed_and_counted_in_deviations_of_the_noise) {
  const OutlierScores scores =
      outlier_scores(Data(with_outliers()), ones_u, ones_v, {.noise = 0.1});
  ASSERT_EQ(scores.count, 2);
  EXPECT_EQ(scores.worst[0].row, 0);
  EXPECT_DOUBLE_EQ(scores.worst[0].deviations, 20.0);
  EXPECT_EQ(scores.worst[1].row, 2);
  EXPECT_DOUBLE_EQ(scores.worst[1].deviations, -5.0);
  EXPECT_DOUBLE_EQ(scores.worst[1].score, 0.5);
}

TEST(Outliers, of_scaled_data_are_in_the_units_of_the_data) {
  const Sizes sizes{.columns = {1, 10, 1000}};
  Matrix y = with_outliers();
  sizes.undo(y);
  const OutlierScores plain = outlier_scores(Data(with_outliers()), ones_u, ones_v, {.noise = 0.1});
  const OutlierScores scores =
      outlier_scores(Data(y), ones_u, ones_v, {.noise = 0.1, .sizes = sizes});
  ASSERT_EQ(scores.count, plain.count);
  EXPECT_DOUBLE_EQ(scores.worst[0].value, 30.0);
  EXPECT_DOUBLE_EQ(scores.worst[0].estimate, 10.0);
  EXPECT_DOUBLE_EQ(scores.worst[0].score, 20.0);
  EXPECT_DOUBLE_EQ(scores.worst[0].deviations, 20.0);
  EXPECT_DOUBLE_EQ(scores.scores(4, 2), 1000 * plain.scores(4, 2));
}

TEST(Outliers, noise_is_not_less_than_that_of_its_column) {
  const OutlierOptions rounded{.noise = 0.001, .least_noise = {0.2, 0.001, 0.001}};
  const OutlierScores scores = outlier_scores(Data(with_outliers()), ones_u, ones_v, rounded);
  EXPECT_EQ(scores.count, 2);  // not the one in column 0
  EXPECT_EQ(outlier_scores(Data(with_outliers()), ones_u, ones_v, {.noise = 0.001}).count, 3);
  EXPECT_THROW(outlier_scores(Data(with_outliers()), ones_u, ones_v, {.least_noise = {0.2}}),
               Error);
}

TEST(Outliers, a_column_may_have_noise_of_its_own) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Matrix y(200, 4, 1.0);
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) += (j == 2 ? 1.0 : 0.01) * normal(random);
  }
  // A third of the noisy column is grossly wrong, and one entry of another.
  for (Index i = 0; i < 60; ++i) y(i, 2) += 50;
  y(100, 0) += 1;
  const Matrix u(200, 1, 1.0);
  const Matrix v(4, 1, 1.0);
  const OutlierOptions options{.noise = 0.01, .noise_of = NoiseOf::columns};
  EXPECT_EQ(outlier_scores(Data(y), u, v, options).count, 61);
  EXPECT_GT(outlier_scores(Data(y), u, v, {.noise = 0.01}).count, 150);
  // The same for rows.
  EXPECT_EQ(
      outlier_scores(Data(transposed(y)), v, u, {.noise = 0.01, .noise_of = NoiseOf::rows}).count,
      61);
}

TEST(Outliers, a_hundred_thousandth_of_a_large_entry_is_none) {
  Matrix y(6, 3, 1.0);
  Matrix u = ones_u;
  u(0, 0) = 1e6;
  y(0, 0) = 1e6 + 5;
  y(0, 1) = 1e6 + 50;
  y(0, 2) = 1e6;
  const OutlierScores scores = outlier_scores(Data(y), u, ones_v, {.noise = 0.01});
  ASSERT_EQ(scores.count, 1);
  EXPECT_EQ(scores.worst[0].col, 1);
}

}  // namespace
}  // namespace grmf
