#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "grmf/groups.h"
#include "grmf/models.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::planted;
using test::Planted;
using test::Random;

TEST(Grmf, recovers_a_low_rank_matrix_under_gross_outliers_where_l2_cannot) {
  Random random(80);
  const Planted problem = planted(100, 80, 3, 0.25, random);
  const Data data(problem.y);
  EXPECT_LE(test::rmae(problem.truth, Grmf().fit(data, {.rank = 3}).reconstruct()), 0.02);
  EXPECT_GE(test::rmae(problem.truth, GmfL2().fit(data, {.rank = 3}).reconstruct()), 0.3);
}

TEST(Grmf, recovers_what_is_missing) {
  Random random(81);
  const Planted problem = planted(100, 80, 3, 0.1, random);
  Matrix y = problem.y;
  std::bernoulli_distribution missing(0.3);
  for (double& value : y.values()) {
    if (missing(random)) value = std::numeric_limits<double>::quiet_NaN();
  }
  EXPECT_LE(test::rmae(problem.truth, Grmf().fit(Data(y), {.rank = 3}).reconstruct()), 0.02);
}

TEST(Grmf, never_looks_at_missing_entries) {
  Random random(82);
  const Matrix y = planted(30, 20, 2, 0.1, random).y;
  Matrix mask(30, 20, 1.0);
  Matrix other = y;
  for (Index k = 0; k < y.size(); k += 7) {
    mask.data()[k] = 0.0;
    other.data()[k] = k % 2 == 0 ? 1e300 : std::numeric_limits<double>::infinity();
  }
  const Result a = Grmf().fit(Data(y, mask), {.rank = 2});
  const Result b = Grmf().fit(Data(other, mask), {.rank = 2});
  EXPECT_EQ(a.u, b.u);
  EXPECT_EQ(a.v, b.v);
}

TEST(Grmf, weights_of_one_and_no_weights_are_the_same) {
  Random random(83);
  const Matrix y = planted(30, 20, 2, 0.1, random).y;
  const Result a = Grmf().fit(Data(y), {.rank = 2, .tolerance = 1e-10});
  const Result b = Grmf().fit(Data(y, Matrix(30, 20, 1.0)), {.rank = 2, .tolerance = 1e-10});
  EXPECT_LE(test::relative_difference(b.reconstruct(), a.reconstruct()), 1e-6);
}

TEST(Grmf, an_entry_of_great_weight_is_fitted) {
  Random random(84);
  Planted problem = planted(40, 30, 2, 0.0, random);
  problem.y(3, 4) += 50;
  Matrix weights(40, 30, 1.0);
  const auto residual = [&] {
    const Matrix fit = Grmf().fit(Data(problem.y, weights), {.rank = 2}).reconstruct();
    return std::abs(problem.y(3, 4) - fit(3, 4));
  };
  EXPECT_GT(residual(), 25) << "an outlier at weight 1";
  weights(3, 4) = 1e4;
  EXPECT_LT(residual(), 5) << "a demand at weight 10000";
}

TEST(Grmf, stronger_grouping_ties_more_and_ties_are_exact) {
  Random random(85);
  const Data data(planted(60, 50, 5, 0.1, random).y);
  double tied_before = -1;
  for (const double lambda2 : {0.0, 0.05, 0.5}) {
    const Result result = Grmf{{.lambda2 = lambda2, .tau2 = 0.5}}.fit(data, {.rank = 5});
    EXPECT_GT(result.tied(), tied_before) << "lambda2 = " << lambda2;
    tied_before = result.tied();
  }
  EXPECT_GT(tied_before, 0.2);
}

TEST(Grmf, stronger_sparsity_gives_more_exact_zeros) {
  Random random(86);
  const Data data(planted(60, 50, 5, 0.1, random).y);
  double zeros_before = -1;
  for (const double lambda1 : {0.0, 0.05, 0.5}) {
    const Result result = Grmf{{.lambda1 = lambda1, .tau1 = 0.5}}.fit(data, {.rank = 5});
    EXPECT_GT(result.sparsity(), zeros_before) << "lambda1 = " << lambda1;
    zeros_before = result.sparsity();
  }
  EXPECT_GT(zeros_before, 0.1);
}

TEST(NGrmf, factors_are_not_negative) {
  Random random(87);
  Matrix u = test::normal_matrix(40, 3, random);
  Matrix v = test::normal_matrix(30, 3, random);
  for (Matrix* factor : {&u, &v}) {
    for (double& value : factor->values()) value = std::abs(value);
  }
  Matrix y = multiply_transposed(u, v);
  const Matrix truth = y;
  test::salt_and_pepper(y, 0.15, random);
  for (const Init init : {Init::svd, Init::random}) {
    const Result result = NGrmf{{.init = init}}.fit(Data(y), {.rank = 3});
    EXPECT_GE(*std::min_element(result.u.values().begin(), result.u.values().end()), 0.0);
    EXPECT_GE(*std::min_element(result.v.values().begin(), result.v.values().end()), 0.0);
    EXPECT_LE(test::rmae(truth, result.reconstruct()), 0.05);
  }
}

TEST(NGrmf, the_soft_penalty_pushes_negative_entries_towards_zero) {
  Random random(88);
  const Data data(planted(40, 30, 3, 0.1, random).y);
  const auto most_negative = [&](double lambda_neg) {
    const Result result = NGrmf{{.nonnegative = Nonnegativity::soft, .lambda_neg = lambda_neg}}.fit(
        data, {.rank = 3});
    return std::min(*std::min_element(result.u.values().begin(), result.u.values().end()),
                    *std::min_element(result.v.values().begin(), result.v.values().end()));
  };
  EXPECT_LT(most_negative(0.0), -1.0);
  EXPECT_GT(most_negative(100.0), -0.05);
}

TEST(Grmf, dc_admm_reaches_the_objective_of_the_exact_solver) {
  Random random(89);
  const Data data(planted(25, 20, 3, 0.2, random).y);
  const FitOptions fit{
      .rank = 3, .max_sweeps = 2000, .tolerance = 1e-9, .stop = StopRule::decrease};
  GrmfOptions options;
  options.lambda1 = 0.01;
  options.lambda2 = 0.01;
  const double exact = Grmf(options).fit(data, fit).objective;
  options.solver = Solver::dc_admm;
  const Result admm = Grmf(options).fit(data, fit);
  EXPECT_NEAR(admm.objective, exact, 0.02 * exact);
  for (std::size_t t = 1; t < admm.history.size(); ++t) {
    EXPECT_LE(admm.history[t].objective, admm.history[t - 1].objective * (1 + 1e-12));
  }
}

TEST(Grmf, dc_admm_converges_by_default) {
  Random random(97);
  const Data data(planted(25, 20, 3, 0.2, random).y);
  const Grmf method{{.lambda1 = 0.01, .lambda2 = 0.01, .solver = Solver::dc_admm}};
  EXPECT_EQ(method.fit(data, {.rank = 3}).status, Status::converged);
}

TEST(Grmf, a_given_start_is_where_it_starts) {
  Random random(90);
  const Data data(planted(25, 20, 3, 0.2, random).y);
  const Grmf method{{.lambda1 = 0.001, .lambda2 = 0.001}};
  const Result first = method.fit(data, {.rank = 3, .tolerance = 1e-10});
  const Result again = method.fit(data, {.rank = 3, .start = Factors{first.u, first.v}});
  EXPECT_NEAR(again.history.front().objective, first.objective, 1e-12 * first.objective);
  EXPECT_LE(again.sweeps(), 2);
}

TEST(Grmf, the_same_seed_gives_the_same_fit_and_another_seed_another_start) {
  Random random(91);
  const Data data(planted(25, 20, 3, 0.2, random).y);
  const auto fit = [&](std::uint64_t seed) {
    return Grmf{{.init = Init::random}}.fit(data, {.rank = 3, .max_sweeps = 3, .seed = seed});
  };
  EXPECT_EQ(fit(1).u, fit(1).u);
  EXPECT_NE(fit(1).u, fit(2).u);
}

TEST(Grmf, fits_shapes_at_the_edge) {
  Random random(92);
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 40}, {40, 1}, {2, 300}, {300, 2}, {17, 17}}) {
    for (const char* name : {"grmf", "ngrmf", "gmf-l2"}) {
      const int rank = std::min({rows, cols, 2});
      Matrix y = planted(rows, cols, rank, 0.1, random).y;
      for (double& value : y.values()) value = std::abs(value);  // ngrmf is for such data
      const Result result = make_method(name)->fit(Data(y), {.rank = rank});
      EXPECT_EQ(result.u.rows(), rows);
      EXPECT_EQ(result.v.rows(), cols);
      EXPECT_TRUE(std::isfinite(result.objective)) << name << " " << rows << " x " << cols;
      EXPECT_EQ(result.status, Status::converged) << name << " " << rows << " x " << cols;
    }
  }
}

TEST(Grmf, fits_constant_zero_and_partly_empty_data) {
  for (const char* name : {"grmf", "ngrmf", "gmf-l2"}) {
    const auto method = make_method(name);
    const Result zero = method->fit(Data(Matrix(6, 5)), {.rank = 2});
    EXPECT_EQ(zero.u, Matrix(6, 2));
    EXPECT_EQ(zero.v, Matrix(5, 2));
    EXPECT_EQ(zero.status, Status::converged);
    const Matrix constant = method->fit(Data(Matrix(60, 50, 3.0)), {.rank = 1}).reconstruct();
    EXPECT_LE(test::rmae(Matrix(60, 50, 3.0), constant), 0.2)
        << name << ": shrunk by the ridge, no more";
    Matrix holes(8, 6, 2.0);
    for (double& value : holes.row(3)) value = std::numeric_limits<double>::quiet_NaN();
    for (Index i = 0; i < 8; ++i) holes(i, 4) = std::numeric_limits<double>::quiet_NaN();
    const Result result = method->fit(Data(holes), {.rank = 1});
    EXPECT_EQ(result.u(3, 0), 0.0) << name << ": nothing is known of that row";
    EXPECT_EQ(result.v(4, 0), 0.0) << name << ": nor of that column";
  }
}

TEST(Grmf, a_rank_too_large_leaves_exact_zero_columns) {
  Random random(95);
  const Planted problem = planted(60, 50, 2, 0.0, random);
  const Result result = Grmf({.lambda1 = 0.0, .lambda2 = 0.0}).fit(Data(problem.y), {.rank = 6});
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_GE(result.sparsity(), 4.0 / 6.0) << "the ridge needs no more than two columns";
}

TEST(Grmf, data_of_any_size_are_fitted_alike) {
  Random random(96);
  const Matrix y = planted(90, 70, 2, 0.1, random).y;
  const Matrix expected = Grmf().fit(Data(y), {.rank = 2}).reconstruct();
  for (const double unit : {1e-120, 1e120}) {
    const Result result = Grmf().fit(Data(test::scaled(y, unit)), {.rank = 2});
    EXPECT_EQ(result.status, Status::converged) << unit;
    EXPECT_LE(test::relative_difference(test::scaled(result.reconstruct(), 1 / unit), expected),
              1e-2)
        << unit;
  }
}

TEST(Grmf, data_too_large_for_a_double_are_refused_with_what_to_do) {
  Matrix y(30, 20, 1e308);
  y(0, 0) = -1e308;
  EXPECT_THAT([&] { static_cast<void>(Grmf().fit(Data(y), {.rank = 2})); },
              test::refuses(ErrorCode::invalid_data, "median |y|", "multiply"));
}

TEST(Grmf, overflow_ends_the_run_with_the_last_good_factors) {
  const Data data(Matrix{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}});
  const Factors huge{Matrix(3, 1, 1e200), Matrix(3, 1, 1e100)};
  const Result result = Grmf().fit(data, {.rank = 1, .start = huge});
  EXPECT_EQ(result.status, Status::numerical_issue);
  EXPECT_EQ(result.u, huge.u);
  EXPECT_EQ(result.v, huge.v);
}

TEST(Grmf, a_stop_from_the_callback_keeps_what_was_reached) {
  Random random(93);
  const Data data(planted(30, 20, 2, 0.1, random).y);
  const Result result =
      Grmf().fit(data, {.rank = 2, .on_sweep = [](const Progress& progress) {
                          return progress.sweep == 2 ? Action::stop : Action::proceed;
                        }});
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(result.sweeps(), 2);
  EXPECT_LT(result.objective, result.history.front().objective);
}

}  // namespace
}  // namespace grmf
