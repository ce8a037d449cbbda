#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/models.h"
#include "solve/grmf_run.h"
#include "starts/start.h"
#include "support/engine.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

using test::Random;

/// A problem with everything on: every penalty, outliers, missing entries and weights.
struct Problem {
  Matrix y;
  Matrix weights;
  GrmfOptions options;
  int rank;
};

Problem draw_problem(Random& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const auto strength = [&] { return std::pow(10.0, -3 + 2.5 * uniform(random)); };
  const int d = between(2, 40);
  const int n = between(2, 40);
  Problem problem{.y = test::planted(d, n, std::min({d, n, 4}), 0.2 * uniform(random), random).y,
                  .weights = Matrix(d, n, 1.0),
                  .options = {},
                  .rank = between(1, std::min({d, n, 12}))};
  for (Index k = 0; k < problem.y.size(); ++k) {
    problem.weights.data()[k] = 0.1 + 2 * uniform(random);
    if (uniform(random) < 0.1) problem.weights.data()[k] = 0.0;
    if (uniform(random) < 0.1) problem.y.data()[k] = std::numeric_limits<double>::quiet_NaN();
  }
  GrmfOptions& o = problem.options;
  o.loss = std::array{Loss::l1, Loss::l1, Loss::atan, Loss::l2}.at(between(0, 3));
  o.a = 0.2 + uniform(random);
  o.lambda1 = {strength(), strength()};
  o.lambda2 = {strength(), strength()};
  o.lambda3 = {strength(), strength()};
  o.lambda_neg = {strength(), strength()};
  o.tau1 = {0.05 + uniform(random), 0.05 + uniform(random)};
  o.tau2 = {0.05 + uniform(random), 0.05 + uniform(random)};
  o.nonnegative =
      std::array{Nonnegativity::none, Nonnegativity::soft, Nonnegativity::hard}.at(between(0, 2));
  o.mm_steps = between(1, 3);
  return problem;
}

TEST(Objective, never_rises_after_any_half_sweep_on_200_problems) {
  Random random(20);
  for (int number = 0; number < 200; ++number) {
    const Problem problem = draw_problem(random);
    const Data data(problem.y, problem.weights);
    if (data.scale() == 0) continue;
    test::EngineOf fit(data);
    GrmfRun run(*fit.engine, fit.context, resolve(problem.options, data), problem.options,
                random_start(data, problem.rank, number));
    const Terms terms = resolve(problem.options, data);
    const auto f = [&] {
      return test::plain_objective(problem.y, problem.weights, terms, run.factors());
    };
    double before = f();
    const double start = before;
    EXPECT_NEAR(run.objective(), before, 1e-12 * before)
        << "the library's own f, problem " << number;
    for (int half_sweep = 0; half_sweep < 60; ++half_sweep) {
      if (half_sweep % 2 == 0) {
        run.update_v();
      } else {
        run.update_u();
      }
      const double after = f();
      ASSERT_LE(after, before * (1 + 1e-12))
          << "problem " << number << ", half-sweep " << half_sweep;
      before = after;
    }
    EXPECT_NEAR(run.objective(), before, 1e-12 * before) << "problem " << number;
    EXPECT_LT(before, start) << "problem " << number << " never moved";
  }
}

TEST(Objective, never_rises_by_a_gauge_step_on_200_problems_and_the_loss_stays) {
  Random random(21);
  int steps_taken = 0;
  for (int number = 0; number < 200; ++number) {
    Problem problem = draw_problem(random);
    problem.options.gauge = Gauge::on;
    const Data data(problem.y, problem.weights);
    if (data.scale() == 0) continue;
    const Terms terms = resolve(problem.options, data);
    test::EngineOf fit(data);
    GrmfRun run(*fit.engine, fit.context, terms, problem.options,
                random_start(data, problem.rank, number));
    const Terms loss_alone{.loss = terms.loss, .u = {}, .v = {}};
    const auto value = [&](const Terms& of) {
      return test::plain_objective(problem.y, problem.weights, of, run.factors());
    };
    for (int sweep = 0; sweep < 3; ++sweep) {
      run.update_v();
      run.update_u();
      const double f = value(terms);
      const double loss = value(loss_alone);
      if (run.gauge_step()) ++steps_taken;
      ASSERT_LE(value(terms), f * (1 + 1e-12)) << "problem " << number << ", sweep " << sweep;
      if (terms.u.hard || terms.v.hard) continue;
      ASSERT_NEAR(value(loss_alone), loss, 1e-10 * loss)
          << "problem " << number << ", sweep " << sweep;
    }
  }
  EXPECT_GE(steps_taken, 200) << "then nothing was seen";
}

TEST(Objective, never_rises_in_200_fits_with_the_gauge_on) {
  Random random(22);
  for (int number = 0; number < test::draws(200); ++number) {
    Problem problem = draw_problem(random);
    problem.options.gauge = Gauge::on;
    const Data data(problem.y, problem.weights);
    if (data.scale() == 0) continue;
    const Result result =
        Grmf(problem.options).fit(data, {.rank = problem.rank, .max_sweeps = 17, .threads = 1});
    for (std::size_t k = 1; k < result.history.size(); ++k)
      ASSERT_LE(result.history[k].objective, result.history[k - 1].objective * (1 + 1e-12))
          << "problem " << number << ", sweep " << k;
    EXPECT_NE(result.status, Status::numerical_issue) << "problem " << number;
  }
}

TEST(Objective, never_rises_along_the_history_of_a_fit) {
  Random random(21);
  for (int number = 0; number < 50; ++number) {
    const Problem problem = draw_problem(random);
    for (const int acceleration : {0, 5}) {
      const Result result =
          Grmf(problem.options)
              .fit(Data(problem.y, problem.weights), {.rank = problem.rank,
                                                      .max_sweeps = 100,
                                                      .tolerance = 1e-9,
                                                      .acceleration = acceleration,
                                                      .threads = 1});
      for (std::size_t t = 1; t < result.history.size(); ++t) {
        EXPECT_LE(result.history[t].objective, result.history[t - 1].objective * (1 + 1e-12))
            << "problem " << number << ", sweep " << t << ", acceleration " << acceleration;
      }
    }
  }
}

TEST(Objective, never_rises_and_factors_stay_non_negative_under_hard) {
  Random random(23);
  for (int number = 0; number < 40; ++number) {
    Problem problem = draw_problem(random);
    problem.options.nonnegative = Nonnegativity::hard;
    problem.options.solver = number % 3 == 0 ? Solver::dc_admm : Solver::exact;
    problem.options.max_inner = 50;
    const Data data(problem.y, problem.weights);
    const Terms terms = resolve(problem.options, data);
    const Result result =
        Grmf(problem.options)
            .fit(data, {.rank = problem.rank, .max_sweeps = 150, .tolerance = 1e-9, .threads = 1});
    EXPECT_NEAR(result.objective,
                test::plain_objective(problem.y, problem.weights, terms, {result.u, result.v}),
                1e-12 * result.objective);
    EXPECT_NE(result.status, Status::numerical_issue) << number;
    for (std::size_t t = 1; t < result.history.size(); ++t) {
      EXPECT_LE(result.history[t].objective, result.history[t - 1].objective * (1 + 1e-12))
          << number;
    }
    for (const Matrix* factor : {&result.u, &result.v}) {
      for (const double value : factor->values()) ASSERT_GE(value, 0.0) << number;
    }
  }
}

// Apart from the suite above, so that the address sanitizer runs these two: no other test reaches
// as far where the Hessian of a row is singular and where the factors are rebalanced.

TEST(ObjectiveWithoutRidge, never_rises_where_columns_nearly_coincide) {
  Random random(24);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int number = 0; number < 60; ++number) {
    const int rank = 2 + number % 7;
    const Matrix y = test::planted(10 + number % 20, 12 + number % 15, 2, 0.2, random).y;
    Factors start{test::normal_matrix(y.rows(), rank, random),
                  test::normal_matrix(y.cols(), rank, random)};
    const double apart = std::pow(10.0, -16 * uniform(random));
    for (Matrix* factor : {&start.u, &start.v}) {
      for (Index i = 0; i < factor->rows(); ++i) {
        for (Index l = 1; l < rank; l += 2) {
          (*factor)(i, l) = (*factor)(i, l - 1) * (1 + apart * uniform(random));
        }
      }
    }
    GrmfOptions options{.loss = number % 2 == 0 ? Loss::l1 : Loss::l2, .lambda3 = 0.0};
    if (number % 3 == 0) options.lambda1 = 0.01;
    if (number % 3 == 1) options.lambda2 = 0.01;
    const Result result = Grmf(options).fit(
        Data(y),
        {.rank = rank, .max_sweeps = 300, .tolerance = 1e-10, .threads = 1, .start = start});
    // The run loop ends a run whose f rises with this status.
    EXPECT_NE(result.status, Status::numerical_issue) << number << ": " << result.message;
  }
}

TEST(ObjectiveWithoutRidge, never_rises_though_the_factors_are_rebalanced) {
  Random random(22);
  for (int number = 0; number < 30; ++number) {
    Problem problem = draw_problem(random);
    problem.options.lambda3 = 0.0;
    const Data data(problem.y, problem.weights);
    Factors start = random_start(data, problem.rank, number);
    start.u = test::scaled(start.u, 1000.0);
    const Result result =
        Grmf(problem.options)
            .fit(data, {.rank = problem.rank, .max_sweeps = 50, .threads = 1, .start = start});
    for (std::size_t t = 1; t < result.history.size(); ++t) {
      EXPECT_LE(result.history[t].objective, result.history[t - 1].objective * (1 + 1e-12))
          << number;
    }
    EXPECT_THAT(result.warnings, testing::Contains(testing::HasSubstr("lambda3 is 0")));
  }
}

}  // namespace
}  // namespace grmf::internal
