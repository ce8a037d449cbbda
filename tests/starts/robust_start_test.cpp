#include "starts/robust_start.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "starts/start.h"
#include "support/engine.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

using test::Random;

Factors nothing_for(const Data& data) { return {Matrix(data.rows(), 0), Matrix(data.cols(), 0)}; }

Factors another_column(const Data& data, const Factors& found, int threads = 2) {
  const test::EngineOf fit(data, {.threads = threads});
  return with_another_column(*fit.engine, found, 0);
}

double rmae_of(const Matrix& truth, const Factors& factors) {
  return test::rmae(truth, multiply_transposed(factors.u, factors.v));
}

double column_norm(const Matrix& a, Index column) {
  double sum = 0.0;
  for (Index i = 0; i < a.rows(); ++i) sum += a(i, column) * a(i, column);
  return std::sqrt(sum);
}

/// |cos| of the angle between a column of `a` and a column of `b`.
double alignment(const Matrix& a, Index i, const Matrix& b, Index j) {
  double sum = 0.0;
  for (Index k = 0; k < a.rows(); ++k) sum += a(k, i) * b(k, j);
  return std::abs(sum) / (column_norm(a, i) * column_norm(b, j));
}

/// A problem of rank one, with a third of the entries replaced by values a thousand times as large.
struct RankOne {
  Matrix u, v, y;
};

RankOne rank_one(Random& random) {
  RankOne problem{test::normal_matrix(80, 1, random), test::normal_matrix(60, 1, random), {}};
  problem.y = multiply_transposed(problem.u, problem.v);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (double& value : problem.y.values()) {
    if (uniform(random) < -1.0 / 3) value = 1000 * uniform(random);
  }
  return problem;
}

TEST(AnotherColumn, points_along_the_data_where_the_svd_follows_the_outliers) {
  Random random(1);
  for (int draw = 0; draw < 10; ++draw) {
    const RankOne problem = rank_one(random);
    const Data data(problem.y);
    test::EngineOf fit(data);
    const Factors found = with_another_column(*fit.engine, nothing_for(data), 0);
    EXPECT_GT(alignment(found.u, 0, problem.u, 0), 0.9) << draw;
    EXPECT_GT(alignment(found.v, 0, problem.v, 0), 0.9) << draw;
    EXPECT_NEAR(column_norm(found.u, 0), column_norm(found.v, 0), 1e-9 * column_norm(found.u, 0));
    EXPECT_LT(alignment(svd_start(*fit.engine, 1, fit.context).u, 0, problem.u, 0), 0.9) << draw;
  }
}

TEST(AnotherColumn, keeps_those_there_are_and_is_of_the_unit_of_the_data) {
  Random random(2);
  const Matrix y = test::planted(50, 40, 3, 0.2, random).y;
  const Data data(y);
  const Factors one = another_column(data, nothing_for(data));
  const Factors two = another_column(data, one);
  ASSERT_EQ(two.u.cols(), 2);
  for (Index i = 0; i < 50; ++i) EXPECT_EQ(two.u(i, 0), one.u(i, 0));
  for (const double unit : {0x1p-400, 0x1p400}) {
    const Data other(test::scaled(y, unit));
    const Factors there = another_column(other, nothing_for(other));
    const Matrix expected = test::scaled(multiply_transposed(one.u, one.v), unit);
    EXPECT_LE(test::rmae(expected, multiply_transposed(there.u, there.v)), 1e-12) << unit;
  }
}

TEST(AnotherColumn, is_zero_where_nothing_is_known_or_left) {
  Matrix y(6, 5, 2.0);
  for (double& value : y.row(2)) value = std::numeric_limits<double>::quiet_NaN();
  for (Index i = 0; i < 6; ++i) y(i, 3) = std::numeric_limits<double>::quiet_NaN();
  const Data data(y);
  const Factors one = another_column(data, nothing_for(data));
  EXPECT_EQ(one.u(2, 0), 0.0);
  EXPECT_EQ(one.v(3, 0), 0.0);
  EXPECT_NEAR(one.u(0, 0) * one.v(0, 0), 2.0, 1e-12) << "the rest is of rank one";
  const Data blank(Matrix(6, 5));
  const Factors none = another_column(blank, nothing_for(blank));
  EXPECT_EQ(none.u, Matrix(6, 1));
  EXPECT_EQ(none.v, Matrix(5, 1));
}

TEST(AnotherColumn, is_the_same_for_any_number_of_threads) {
  Random random(3);
  const Data data(test::planted(300, 40, 2, 0.3, random).y);
  EXPECT_TRUE(test::same_bytes(another_column(data, nothing_for(data), 1).v,
                               another_column(data, nothing_for(data), 3).v));
}

TEST(Balanced, has_the_same_product_and_columns_of_one_size) {
  Random random(4);
  const Factors factors{test::normal_matrix(30, 4, random), test::normal_matrix(20, 4, random)};
  const Factors there = balanced(factors);
  EXPECT_LE(rmae_of(multiply_transposed(factors.u, factors.v), there), 1e-12);
  for (Index l = 0; l < 4; ++l)
    EXPECT_NEAR(column_norm(there.u, l), column_norm(there.v, l), 1e-12 * column_norm(there.u, l));
  EXPECT_FALSE(collapsed(there));
}

TEST(Balanced, shows_columns_that_repeat_others) {
  Random random(5);
  Factors factors{test::normal_matrix(30, 2, random), test::normal_matrix(20, 2, random)};
  for (Index i = 0; i < 30; ++i) factors.u(i, 1) = factors.u(i, 0);
  EXPECT_TRUE(collapsed(balanced(factors)));
}

TEST(RobustStart, is_nearer_to_the_truth_than_the_svd_where_entries_are_wrong) {
  Random random(6);
  for (int draw = 0; draw < test::draws(10); ++draw) {
    const test::Planted problem = test::planted(120, 90, 5, 0.4, random);
    const auto error = [&](Init init) {
      const Grmf method({.lambda1 = 0.0, .lambda2 = 0.0, .init = init});
      return test::rmae(problem.truth,
                        method.fit(Data(problem.y), {.rank = 5, .max_sweeps = 0}).reconstruct());
    };
    EXPECT_LT(error(Init::robust), 0.5 * error(Init::svd)) << draw;
  }
}

TEST(RobustStart, is_the_svd_where_columns_are_of_use_only_together) {
  Matrix y(12, 16);
  for (Index i = 0; i < 12; ++i) {
    for (Index j = 0; j < 16; ++j) y(i, j) = (i + j) % 4 == 3 ? 1.0 : 0.0;
  }
  const Result result = Grmf({.lambda1 = 0.0, .lambda2 = 0.0}).fit(Data(y), {.rank = 4});
  EXPECT_LE(test::rmae(y, result.reconstruct()), 0.3) << "l1 takes a column by itself for nothing";
}

TEST(RobustStart, of_a_rank_beyond_that_of_l1_is_grown_by_atan) {
  const auto error = [](int by_l1) {
    Random random(7);
    double sum = 0.0;
    for (int draw = 0; draw < 3; ++draw) {
      const test::Planted problem = test::planted(120, 90, 4, 0.6, random);
      const Grmf method({.loss = Loss::atan, .lambda1 = 0.0, .lambda2 = 0.0, .l1_rank = by_l1});
      sum += test::rmae(problem.truth, method.fit(Data(problem.y), {.rank = 16}).reconstruct());
    }
    return sum;
  };
  EXPECT_LT(error(4), 0.5 * error(0));
}

/// The number of sweeps on the way to the start of a fit without sparsity and grouping.
template <class Method>
int sweeps_of_start(const Matrix& y, double eps, double tolerance = 1e-12) {
  int count = 0;
  FitOptions fit{.rank = 3, .max_sweeps = 200, .tolerance = tolerance, .stop = StopRule::decrease};
  fit.on_sweep = [&](const Progress& progress) {
    count += progress.sweep == 0 ? 1 : 0;
    return Action::proceed;
  };
  static_cast<void>(Method({.lambda1 = 0.0, .lambda2 = 0.0, .eps = eps}).fit(Data(y), fit));
  return count;
}

TEST(RobustStart, has_sweeps_of_a_rounder_loss_only_where_there_is_one_and_not_to_the_last) {
  Random random(46);
  Matrix y =
      multiply_transposed(test::normal_matrix(40, 3, random), test::normal_matrix(30, 3, random));
  const Matrix noise = test::normal_matrix(40, 30, random);
  for (Index k = 0; k < y.size(); ++k) y.data()[k] += 0.3 * noise.data()[k];
  // The sweeps after each column but the last, and of both candidates.
  constexpr int of_columns = 2 * 3 + 2 + 2;
  constexpr double as_round = 0.5;
  EXPECT_LE(sweeps_of_start<Grmf>(y, as_round), of_columns);
  EXPECT_LE(sweeps_of_start<GmfL2>(y, 1e-5), of_columns);
  EXPECT_GT(sweeps_of_start<Grmf>(y, 1e-5), of_columns);
  EXPECT_EQ(sweeps_of_start<Grmf>(y, 1e-5), sweeps_of_start<Grmf>(y, 1e-5, 1e-5));
}

TEST(RobustStart, can_be_stopped) {
  Random random(8);
  const Data data(test::planted(40, 30, 3, 0.2, random).y);
  for (const std::string_view name : {"grmf", "prmf"}) {
    int calls = 0;
    FitOptions options{.rank = 3};
    options.on_sweep = [&](const Progress& progress) {
      EXPECT_EQ(progress.sweep, 0);
      return ++calls == 4 ? Action::stop : Action::proceed;
    };
    const Result result = make_method(name)->fit(data, options);
    EXPECT_EQ(result.status, Status::stopped) << name;
    EXPECT_EQ(result.sweeps(), 0) << name;
    EXPECT_EQ(result.u.cols(), 3) << name;
  }
}

}  // namespace
}  // namespace grmf::internal
