#include "engine/rescue_rows.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "support/problems.h"

namespace grmf::internal {
namespace {

constexpr double sigma = 0.01;

class RescueRows : public testing::TestWithParam<int> {
 protected:
  Workers workers{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(threads, RescueRows, testing::Values(1, 3));

Terms narrow(bool hard = false) {
  return {.loss = BiweightLoss{.width = 5 * sigma, .sigma = sigma},
          .u = {.lambda3 = 1e-6, .hard = hard},
          .v = {.lambda3 = 1e-6, .hard = hard}};
}

struct Problem {
  Factors truth;
  Matrix y;
};

/// Few columns, little noise, and two entries of the row 7 grossly wrong.
Problem few_columns() {
  test::Random random(1);
  Problem problem{{test::normal_matrix(60, 3, random), test::normal_matrix(12, 3, random)}, {}};
  problem.y = multiply_transposed(problem.truth.u, problem.truth.v);
  std::normal_distribution<double> noise(0.0, sigma);
  for (double& value : problem.y.values()) value += noise(random);
  problem.y(7, 2) += 3.0;
  problem.y(7, 9) -= 4.0;
  return problem;
}

/// A row that fits the entries 2, 9 and 4 exactly, two of which are wrong.
void settle_on_wrong_entries(const Problem& problem, Matrix& u) {
  const Matrix& v = problem.truth.v;
  const Index picks[3] = {2, 9, 4};
  double a[3][4];
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) a[k][l] = v(picks[k], l);
    a[k][3] = problem.y(7, picks[k]);
  }
  for (int p = 0; p < 3; ++p) {
    for (int k = 0; k < 3; ++k) {
      if (k == p) continue;
      const double times = a[k][p] / a[p][p];
      for (int l = 0; l < 4; ++l) a[k][l] -= times * a[p][l];
    }
  }
  for (int l = 0; l < 3; ++l) u(7, l) = a[l][3] / a[l][l];
}

TEST_P(RescueRows, leads_a_row_out_of_a_poor_minimum_and_leaves_the_others) {
  const Problem problem = few_columns();
  const Data data(problem.y);
  Matrix u = problem.truth.u;
  settle_on_wrong_entries(problem, u);
  const Matrix before = u;
  EXPECT_EQ(rescue_rows(Side::u, data, narrow(), 5 * sigma, problem.truth.v, 3, workers, u), 1);
  for (Index i = 0; i < 60; ++i) {
    for (Index l = 0; l < 3; ++l) {
      if (i == 7)
        EXPECT_NEAR(u(i, l), problem.truth.u(i, l), 10 * sigma);
      else
        EXPECT_EQ(u(i, l), before(i, l));
    }
  }
}

TEST_P(RescueRows, does_the_same_for_columns) {
  const Problem problem = few_columns();
  Matrix u = problem.truth.u;
  settle_on_wrong_entries(problem, u);
  const Data data(transposed(problem.y));
  Matrix as_v = u;
  EXPECT_EQ(rescue_rows(Side::v, data, narrow(), 5 * sigma, problem.truth.v, 3, workers, as_v), 1);
  Matrix as_u = u;
  rescue_rows(Side::u, Data(problem.y), narrow(), 5 * sigma, problem.truth.v, 3, workers, as_u);
  EXPECT_EQ(as_v, as_u);
}

TEST_P(RescueRows, moves_nothing_where_nothing_is_lost) {
  const Problem problem = few_columns();
  Matrix u = problem.truth.u;
  rescue_rows(Side::u, Data(problem.y), narrow(), 5 * sigma, problem.truth.v, 3, workers, u);
  for (Index i = 0; i < 60; ++i) {
    for (Index l = 0; l < 3; ++l) EXPECT_NEAR(u(i, l), problem.truth.u(i, l), 10 * sigma);
  }
}

TEST_P(RescueRows, keeps_rows_non_negative) {
  const Problem problem = few_columns();
  Matrix u(60, 3, 0.5);
  rescue_rows(Side::u, Data(problem.y), narrow(true), 5 * sigma, problem.truth.v, 3, workers, u);
  for (const double value : u.values()) EXPECT_GE(value, 0.0);
}

TEST_P(RescueRows, leaves_rows_alone_that_have_fewer_entries_than_values) {
  Matrix y(3, 12, std::nan(""));
  y(0, 0) = y(1, 4) = y(2, 5) = 1.0;
  test::Random random(2);
  const Matrix v = test::normal_matrix(12, 3, random);
  Matrix u(3, 3, 7.0);
  EXPECT_EQ(rescue_rows(Side::u, Data(y), narrow(), 5 * sigma, v, 3, workers, u), 0);
  EXPECT_EQ(u, Matrix(3, 3, 7.0));
}

}  // namespace
}  // namespace grmf::internal
