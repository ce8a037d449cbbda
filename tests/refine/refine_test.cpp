#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "grmf/evaluate.h"
#include "grmf/models.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::Random;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Low-rank data of unit deviation with noise and gross errors, and what is known about them.
struct Noisy {
  Matrix truth;
  Matrix y;
  Matrix good;  ///< y, with NaN where it is grossly wrong
  Factors factors;
};

Noisy noisy(Index rows, Index cols, int rank, double noise, double outliers, unsigned seed) {
  Random random(seed);
  Noisy data;
  data.factors = {test::normal_matrix(rows, rank, random), test::normal_matrix(cols, rank, random)};
  for (double& value : data.factors.u.values()) value /= std::sqrt(rank);
  data.truth = data.y = multiply_transposed(data.factors.u, data.factors.v);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-10.0, 10.0);
  std::bernoulli_distribution wrong(outliers);
  for (double& value : data.y.values()) value += noise * normal(random);
  data.good = data.y;
  for (Index k = 0; k < data.y.size(); ++k) {
    if (!wrong(random)) continue;
    data.y.data()[k] = uniform(random);
    data.good.data()[k] = nan;
  }
  return data;
}

/// The error of least squares on the good entries, started at the truth.
double oracle_error(const Noisy& data, int rank) {
  const GmfL2 square({.lambda1 = 0.0, .lambda2 = 0.0, .lambda3 = 0.0});
  const Result best = square.fit(Data(data.good), {.rank = rank,
                                                   .max_sweeps = 1000,
                                                   .tolerance = 1e-10,
                                                   .stop = StopRule::decrease,
                                                   .start = data.factors});
  return test::relative_difference(best.reconstruct(), data.truth);
}

GrmfOptions plain(Loss loss = Loss::automatic, Refine refine = Refine::automatic) {
  return {.loss = loss, .refine = refine, .lambda1 = 0.0, .lambda2 = 0.0};
}

TEST(Refine, comes_near_an_oracle_that_knows_the_gross_errors) {
  for (const double noise : {0.01, 0.05, 0.2}) {
    for (unsigned seed = 0; seed < 3; ++seed) {
      const Noisy data = noisy(150, 120, 4, noise, 0.2, seed);
      const auto error = [&](const Grmf& method) {
        const Result result = method.fit(Data(data.y), {.rank = 4});
        return test::relative_difference(result.reconstruct(), data.truth);
      };
      const double oracle = oracle_error(data, 4);
      EXPECT_LE(error(Grmf(plain())), 1.10 * oracle) << noise;
      EXPECT_GE(error(Grmf(plain(Loss::l1))), 1.2 * oracle) << noise;
    }
  }
}

TEST(Refine, finds_the_deviation_of_the_noise) {
  for (const double noise : {0.01, 0.05, 0.2}) {
    for (const double outliers : {0.0, 0.1, 0.4}) {
      const Noisy data = noisy(150, 120, 4, noise, outliers, 7);
      const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 4});
      EXPECT_NEAR(result.noise / noise, 1.0, 0.08) << noise << ", " << outliers;
    }
  }
}

TEST(Refine, recovers_exactly_where_there_is_no_noise) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const Noisy data = noisy(120, 90, 3, 0.0, 0.1, seed);
    const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 3});
    EXPECT_EQ(result.noise, 0.0) << seed;
    EXPECT_LE(test::relative_difference(result.reconstruct(), data.truth), 1e-12) << seed;
  }
}

TEST(Refine, is_kept_only_where_entries_held_out_say_so) {
  // Rank 2 for data of rank 8: what is left is misfit, not noise.
  Random random(3);
  Matrix y = test::planted(80, 60, 8, 0.4, random).y;
  const Result result = Grmf(plain()).fit(Data(y), {.rank = 2});
  const Result l1 = Grmf(plain(Loss::l1)).fit(Data(y), {.rank = 2});
  EXPECT_THAT(result.refinement, testing::StartsWith("not refined: "));
  EXPECT_EQ(result.u, l1.u);
  EXPECT_EQ(result.v, l1.v);
  EXPECT_EQ(result.history, l1.history);
  EXPECT_EQ(result.certificate, l1.certificate);
  EXPECT_EQ(result.formula, l1.formula);
}

TEST(Refine, is_left_out_or_made_as_asked_for) {
  const Noisy data = noisy(60, 50, 3, 0.1, 0.1, 4);
  const auto fit = [&](Loss loss, Refine refine) {
    return Grmf(plain(loss, refine)).fit(Data(data.y), {.rank = 3});
  };
  for (const Loss loss : {Loss::l1, Loss::l2, Loss::atan}) {
    const Result alone = fit(loss, Refine::automatic);
    EXPECT_EQ(alone.refinement, "");
    EXPECT_EQ(alone.history.back().stage, 1);
    EXPECT_EQ(alone.u, fit(loss, Refine::off).u);
    const Result refined = fit(loss, Refine::on);
    EXPECT_EQ(refined.history.back().stage, 2);
    EXPECT_EQ(refined.formula.loss, "biweight");
  }
  EXPECT_EQ(fit(Loss::automatic, Refine::off).u, fit(Loss::l1, Refine::off).u);
  EXPECT_EQ(fit(Loss::automatic, Refine::on).u, fit(Loss::l1, Refine::on).u);
}

TEST(Refine, is_not_begun_where_the_fit_has_not_converged) {
  const Noisy data = noisy(60, 50, 3, 0.1, 0.1, 4);
  const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 3, .max_sweeps = 2});
  EXPECT_EQ(result.status, Status::max_sweeps);
  EXPECT_EQ(result.history.back().stage, 1);
  EXPECT_EQ(result.refinement, "not refined: the fit has not converged");
}

TEST(Refine, f_never_rises_within_a_stage_and_sweeps_are_counted_through) {
  const Noisy data = noisy(80, 60, 3, 0.1, 0.3, 5);
  for (const GrmfOptions& options : {plain(), GrmfOptions{}}) {
    const Result result = Grmf(options).fit(Data(data.y), {.rank = 3});
    ASSERT_GE(result.history.back().stage, 2) << result.refinement;
    int starts = 0;
    for (std::size_t k = 1; k < result.history.size(); ++k) {
      const Sweep& before = result.history[k - 1];
      const Sweep& now = result.history[k];
      if (now.stage != before.stage) {
        ++starts;
        EXPECT_EQ(now.sweep, before.sweep);
        EXPECT_EQ(now.stage, before.stage + 1);
        continue;
      }
      EXPECT_EQ(now.sweep, before.sweep + 1);
      EXPECT_LE(now.objective, before.objective * (1 + 1e-12));
    }
    EXPECT_EQ(starts, result.history.back().stage - 1);
    EXPECT_EQ(result.objective, result.history.back().objective);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LE(result.certificate, std::sqrt(1e-5));
  }
}

TEST(Refine, f_and_certificate_follow_from_formula_factors_and_data) {
  const Noisy data = noisy(80, 60, 3, 0.1, 0.3, 6);
  for (const char* name : {"grmf", "ngrmf", "gmf-l2", "prmf", "rnmf"}) {
    Matrix y = data.y;
    if (name[0] == 'n' || name[0] == 'r') {
      for (double& value : y.values()) value = std::abs(value);
    }
    const Result result = make_method(name)->fit(Data(y), {.rank = 3});
    const Evaluation again = evaluate(result.formula, Data(y), {result.u, result.v});
    EXPECT_NEAR(again.objective, result.objective, 1e-12 * result.objective) << name;
    EXPECT_NEAR(again.certificate, result.certificate, 1e-12) << name;
  }
  const Result result = Grmf().fit(Data(data.y), {.rank = 3});
  EXPECT_THAT(
      [&] {
        evaluate(result.formula, Data(data.y), {result.v, result.u});
      },
      test::refuses(ErrorCode::invalid_data, "60 x 3"));
}

TEST(Refine, does_not_depend_on_the_unit) {
  const Noisy data = noisy(60, 50, 3, 0.1, 0.05, 8);
  const GrmfOptions structured{.refine = Refine::on, .lambda1 = 0.001, .lambda2 = 0.001};
  for (const GrmfOptions& options :
       {plain(), plain(Loss::l2, Refine::on), plain(Loss::atan, Refine::on), structured}) {
    const FitOptions precise{.rank = 3, .max_sweeps = 5000, .tolerance = 1e-10};
    const Result one = Grmf(options).fit(Data(data.y), precise);
    EXPECT_EQ(one.history.back().stage, 2);
    for (const double k : {1e-6, 1e3}) {
      const Result other = Grmf(options).fit(Data(test::scaled(data.y, k)), precise);
      EXPECT_EQ(other.history.back().stage, 2);
      EXPECT_NEAR(other.noise / (k * one.noise), 1.0, 1e-4);
      EXPECT_LE(test::relative_difference(other.reconstruct(), test::scaled(one.reconstruct(), k)),
                1e-4);
    }
  }
}

TEST(Refine, is_not_for_gmf_l2) {
  const Noisy data = noisy(40, 30, 2, 0.1, 0.0, 15);
  const Result result =
      GmfL2({.refine = Refine::on, .lambda1 = 0, .lambda2 = 0}).fit(Data(data.y), {.rank = 2});
  EXPECT_EQ(result.history.back().stage, 1);
  EXPECT_EQ(result.formula.loss, "l2");
}

TEST(Refine, a_stop_in_a_trial_leaves_the_first_stage_and_says_so) {
  const Noisy data = noisy(60, 50, 3, 0.1, 0.2, 16);
  FitOptions options{.rank = 3};
  options.on_sweep = [](const Progress& progress) {
    return progress.aside && progress.stage == 1 ? Action::stop : Action::proceed;
  };
  const Result stopped = Grmf(plain()).fit(Data(data.y), options);
  const Result l1 = Grmf(plain(Loss::l1)).fit(Data(data.y), {.rank = 3});
  EXPECT_EQ(stopped.status, Status::stopped);
  EXPECT_THAT(stopped.message, testing::HasSubstr("stopped on request"));
  EXPECT_THAT(stopped.refinement, testing::StartsWith("not refined: "));
  EXPECT_EQ(stopped.u, l1.u);
  EXPECT_EQ(stopped.formula, l1.formula);
}

TEST(Refine, is_not_judged_by_a_handful_of_entries) {
  const Noisy data = noisy(4, 4, 1, 0.1, 0.0, 17);
  const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 1});
  EXPECT_EQ(result.history.back().stage, 1);
  EXPECT_THAT(result.refinement, testing::HasSubstr("not refined: "));
  EXPECT_THAT(result.refinement, testing::Not(testing::HasSubstr("nan")));
}

TEST(Refine, of_nonnegative_factors_keeps_them_so) {
  Noisy data = noisy(80, 60, 3, 0.05, 0.2, 9);
  Random random(1);
  for (double& value : data.factors.u.values()) value = std::abs(value);
  for (double& value : data.factors.v.values()) value = std::abs(value);
  const Matrix product = multiply_transposed(data.factors.u, data.factors.v);
  std::normal_distribution<double> normal(0.0, 0.05);
  for (Index k = 0; k < data.y.size(); ++k)
    data.y.data()[k] =
        std::isnan(data.good.data()[k]) ? data.y.data()[k] : product.data()[k] + normal(random);
  const Result result = NGrmf(plain()).fit(Data(data.y), {.rank = 3});
  EXPECT_EQ(result.history.back().stage, 2) << result.refinement;
  EXPECT_GE(*std::min_element(result.u.values().begin(), result.u.values().end()), 0.0);
  EXPECT_GE(*std::min_element(result.v.values().begin(), result.v.values().end()), 0.0);
  const Result l1 = NGrmf(plain(Loss::l1)).fit(Data(data.y), {.rank = 3});
  EXPECT_LE(test::relative_difference(result.reconstruct(), product),
            0.9 * test::relative_difference(l1.reconstruct(), product));
}

/// Data on which a noise of 0 might be divided by.
std::vector<Matrix> awkward() {
  Random random(10);
  std::vector<Matrix> all;
  Matrix ratings(60, 40);
  for (double& value : ratings.values()) value = static_cast<double>(1 + random() % 5);
  all.push_back(ratings);
  Matrix constant_rows(50, 30);
  for (Index i = 0; i < 50; ++i) {
    for (Index j = 0; j < 30; ++j) constant_rows(i, j) = static_cast<double>(i % 7);
  }
  all.push_back(constant_rows);
  all.push_back(multiply_transposed(test::normal_matrix(40, 2, random),
                                    test::normal_matrix(30, 2, random)));  // no noise at all
  Matrix single(30, 30, nan);  // one observed entry in every row
  for (Index i = 0; i < 30; ++i)
    single(i, static_cast<Index>(random() % 30)) = 1.0 + static_cast<double>(i);
  all.push_back(single);
  all.emplace_back(20, 10, 0.0);
  all.emplace_back(20, 10, 3.0);
  Matrix mostly_zero(60, 40);
  for (Index k = 0; k < 200; ++k) mostly_zero.data()[random() % 2400] = 5.0;
  all.push_back(mostly_zero);
  return all;
}

TEST(Refine, does_no_harm_to_awkward_data) {
  for (const Matrix& y : awkward()) {
    for (const Refine refine : {Refine::automatic, Refine::on}) {
      const Result result =
          Grmf(plain(Loss::automatic, refine)).fit(Data(y), {.rank = 2, .max_sweeps = 100});
      for (const Matrix* factor : {&result.u, &result.v}) {
        for (const double value : factor->values()) ASSERT_TRUE(std::isfinite(value));
      }
      EXPECT_TRUE(std::isfinite(result.noise));
      EXPECT_GE(result.noise, 0.0);
      EXPECT_TRUE(std::isfinite(result.objective));
      EXPECT_NE(result.status, Status::numerical_issue);
      EXPECT_FALSE(std::isnan(result.standard_error(0, 0)));
    }
  }
}

TEST(StandardErrors, of_least_squares_are_those_of_the_textbook) {
  // A single column: given v, every u_i is a weighted mean, with an error of sigma / |v|.
  Random random(11);
  Matrix y = test::normal_matrix(200, 50, random);
  for (double& value : y.values()) value += 20.0;
  const GmfL2 square({.lambda1 = 0.0, .lambda2 = 0.0, .lambda3 = 1e-9});
  const Result result = square.fit(Data(y), {.rank = 1});
  double size_of_v = 0.0;
  for (const double value : result.v.values()) size_of_v += value * value;
  const double expected = result.noise / std::sqrt(size_of_v);
  double mean = 0.0;
  for (Index i = 0; i < 200; ++i) {
    mean += result.standard_errors->of_u(i, 0) / 200;
    EXPECT_NEAR(result.standard_errors->of_u(i, 0), expected, 0.15 * expected);
  }
  EXPECT_NEAR(mean, expected, 0.01 * expected);
  // Of u_i v_j: what u and v add, as shares of the noise.
  const double of_entry = result.noise * std::sqrt(1.0 / 50 + 1.0 / 200 - 1.0 / 50 / 200);
  EXPECT_NEAR(result.standard_error(7, 9), of_entry, 0.15 * of_entry);
}

TEST(StandardErrors, cover_the_truth_as_often_as_they_say) {
  double inside = 0.0;
  double all = 0.0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Noisy data = noisy(100, 40, 3, 0.1, 0.05, 20 + seed);
    const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 3});
    const Matrix estimate = result.reconstruct();
    for (Index i = 0; i < 100; ++i) {
      for (Index j = 0; j < 40; ++j) {
        constexpr double of_90_percent = 1.645;
        const double away = std::abs(estimate(i, j) - data.truth(i, j));
        inside += away <= of_90_percent * result.standard_error(i, j) ? 1 : 0;
        all += 1;
      }
    }
  }
  EXPECT_GE(inside / all, 0.85);
  EXPECT_LE(inside / all, 0.95);
}

TEST(StandardErrors, are_infinite_where_the_data_say_nothing) {
  Noisy data = noisy(40, 30, 2, 0.1, 0.0, 12);
  for (Index j = 1; j < 30; ++j) data.y(0, j) = nan;  // one entry for a row of two values
  const Result result = Grmf(plain()).fit(Data(data.y), {.rank = 2});
  EXPECT_TRUE(std::isinf(result.standard_error(0, 5)));
  EXPECT_TRUE(std::isfinite(result.standard_error(1, 5)));
}

TEST(StandardErrors, are_0_without_noise_and_know_of_columns_that_are_0) {
  const Result exact = Grmf(plain()).fit(Data(Matrix(20, 10, 0.0)), {.rank = 2});
  EXPECT_EQ(exact.noise, 0.0);
  EXPECT_EQ(exact.standard_error(3, 4), 0.0);
  // The second column is absent; the others have the curvatures 4 and 9.
  Matrix curvature(1, 6);
  curvature(0, 0) = 4.0;
  curvature(0, 5) = 9.0;
  const StandardErrors errors(1.0, curvature, curvature);
  const std::vector<double> x = {1.0, 0.0, 3.0};
  const double square = 1.0 / 4 + 9.0 / 9;
  EXPECT_DOUBLE_EQ(errors.of_entry(0, 0, x, x), std::sqrt(2 * square - 1));
  EXPECT_TRUE(std::isinf(errors.of_u(0, 1)));
  EXPECT_DOUBLE_EQ(errors.of_u(0, 2), 1.0 / 3);
  // Entries that hardly anything determines have large errors, not small ones.
  const StandardErrors vague(1.0, Matrix(1, 1, 0.25), Matrix(1, 1, 0.25));
  const std::vector<double> one = {1.0};
  EXPECT_DOUBLE_EQ(vague.of_entry(0, 0, one, one), std::sqrt(4.0 + 4.0 - 1.0));
}

TEST(StandardErrors, may_be_left_out) {
  const Noisy data = noisy(40, 30, 2, 0.1, 0.0, 13);
  const Result result = Grmf().fit(Data(data.y), {.rank = 2, .standard_errors = false});
  EXPECT_THAT([&] { static_cast<void>(result.standard_error(0, 0)); },
              test::refuses(ErrorCode::unknown_name, "FitOptions::standard_errors"));
}

TEST(Outliers, are_called_where_they_are_and_hardly_elsewhere) {
  double false_calls = 0.0;
  double good = 0.0;
  double found = 0.0;
  double wrong = 0.0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(30 + seed);
    Noisy data = noisy(80, 12, 3, 0.1, 0.0, 40 + seed);
    std::uniform_real_distribution<double> size(0.8, 10.0);
    Matrix bad(80, 12);
    for (Index k = 0; k < bad.size(); ++k) {
      if (random() % 20 != 0) continue;
      bad.data()[k] = 1;
      data.y.data()[k] += (random() % 2 == 0 ? 1 : -1) * size(random);
    }
    const Data y(data.y);
    const Result result = Grmf(plain()).fit(y, {.rank = 3});
    const OutlierScores scores = result.outlier_scores(y);
    for (Index k = 0; k < bad.size(); ++k) {
      const bool called = scores.scores.data()[k] > scores.threshold;
      (bad.data()[k] > 0 ? found : false_calls) += called ? 1 : 0;
      (bad.data()[k] > 0 ? wrong : good) += 1;
    }
  }
  EXPECT_LE(false_calls / good, 0.005);
  EXPECT_GE(found / wrong, 0.95);
}

}  // namespace
}  // namespace grmf
