// Sparsity and grouping that are left to the data: lambda1 = lambda2 = auto.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "objective/penalty.h"
#include "support/grouped.h"
#include "support/problems.h"

namespace grmf {
namespace {

GrmfOptions off() { return {.lambda1 = 0.0, .lambda2 = 0.0}; }

double error_of(const Result& result, const Factors& truth) {
  return test::relative_difference(result.reconstruct(), multiply_transposed(truth.u, truth.v));
}

TEST(GroupFinder, finds_planted_groups_under_noise_and_halves_the_error) {
  for (const double noise : {0.05, 0.5, 2.0}) {
    test::Random random(7);
    const test::Grouped problem = test::grouped({.rank = 4, .dense_noise = noise}, random);
    const Data data(problem.y);
    const Result result = Grmf().fit(data, {.rank = 4});
    ASSERT_TRUE(result.evidence.has_value());
    EXPECT_TRUE(result.evidence->found) << noise;
    EXPECT_GE(result.evidence->counted, 4 * result.evidence->expected);
    EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}, 2), 0.99) << noise;
    EXPECT_LE(error_of(result, problem.truth),
              0.8 * error_of(Grmf(off()).fit(data, {.rank = 4}), problem.truth))
        << noise;
  }
}

TEST(GroupFinder, recovers_exactly_where_there_is_no_noise) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    test::Random random(seed);
    const test::Grouped problem = test::grouped({.rank = 4}, random);
    const Result result = Grmf().fit(Data(problem.y), {.rank = 4});
    EXPECT_TRUE(result.evidence->found) << seed;
    EXPECT_EQ(test::right_rows(problem.truth, {result.u, result.v}), 1.0) << seed;
    EXPECT_LE(error_of(result, problem.truth), 1e-6) << seed;
  }
}

TEST(GroupFinder, finds_back_from_a_start_as_far_off_as_the_values_are_large) {
  test::Random random(13);
  const test::Grouped problem = test::grouped({.rank = 5, .dense_noise = 0.05}, random);
  const Factors start = test::disturbed(problem.truth, 1.0, random);
  const Result result = Grmf().fit(Data(problem.y), {.rank = 5, .start = start});
  EXPECT_TRUE(result.evidence->found);
  EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}, 2), 0.99);
}

TEST(GroupFinder, finds_groups_of_values_that_are_not_negative) {
  test::Random random(15);
  const test::Grouped problem =
      test::grouped({.rank = 4, .values = {0.0, 1.0, 2.5, 6.0}, .dense_noise = 0.2}, random);
  for (const GrmfOptions& options :
       {GrmfOptions{}, GrmfOptions{.nonnegative = Nonnegativity::soft}}) {
    const Result result = NGrmf(options).fit(Data(problem.y), {.rank = 4});
    EXPECT_TRUE(result.evidence->found);
    EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}, 2), 0.99);
    const auto values = result.u.values();
    EXPECT_GE(*std::min_element(values.begin(), values.end()), 0.0);
  }
}

double number_of(const Result& result, const std::string& name) {
  for (const auto& [key, number] : result.formula.numbers) {
    if (key == name) return number;
  }
  return 0.0;
}

TEST(GroupFinder, leaves_numbers_alone_that_are_given) {
  test::Random random(16);
  const test::Grouped problem = test::grouped({.rank = 4, .dense_noise = 0.5}, random);
  const Result sparse = Grmf({.lambda1 = 0.002}).fit(Data(problem.y), {.rank = 4});
  ASSERT_TRUE(sparse.evidence.has_value());
  EXPECT_GT(number_of(sparse, "tau1_u"), 0.0);
  EXPECT_EQ(number_of(sparse, "tau2_u"), 0.0);
  const Result of_v =
      Grmf({.lambda1 = {0.0, {}}, .lambda2 = {0.0, {}}}).fit(Data(problem.y), {.rank = 4});
  ASSERT_TRUE(of_v.evidence.has_value());
  EXPECT_EQ(number_of(of_v, "lambda2_u"), 0.0);
}

TEST(GroupFinder, does_not_depend_on_the_unit_of_the_weights) {
  test::Random random(17);
  const test::Grouped problem = test::grouped({.rank = 4, .dense_noise = 0.5}, random);
  for (const double weight : {0.5, 2.0, 10.0}) {
    const Matrix weights(problem.y.rows(), problem.y.cols(), weight);
    const Result result = Grmf().fit(Data(problem.y, weights), {.rank = 4});
    EXPECT_TRUE(result.evidence->found) << weight;
    EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}, 2), 0.99) << weight;
  }
}

TEST(GroupFinder, turns_no_basis_where_gauge_is_off) {
  test::Random random(18);
  const test::Grouped problem = test::grouped({.rank = 3, .dense_noise = 0.5}, random);
  const Result result = Grmf({.gauge = Gauge::off}).fit(Data(problem.y), {.rank = 3});
  EXPECT_FALSE(result.evidence->found);
  EXPECT_EQ(result.evidence->possible, 0.0);
}

TEST(GroupFinder, is_not_for_ties_that_are_only_approximate) {
  test::Random random(19);
  const test::Grouped problem = test::grouped({.rows = 40, .cols = 30, .rank = 3}, random);
  const Result result = Grmf({.solver = Solver::dc_admm}).fit(Data(problem.y), {.rank = 3});
  EXPECT_FALSE(result.evidence.has_value());
  EXPECT_GT(number_of(result, "tau2_u"), 0.0);
}

TEST(GroupFinder, says_none_where_it_cannot_search) {
  test::Random random(20);
  const test::Grouped problem = test::grouped({.rows = 60, .cols = 50, .rank = 9}, random);
  for (const int rank : {1, 9}) {
    const Result result = Grmf().fit(Data(problem.y), {.rank = rank});
    ASSERT_TRUE(result.evidence.has_value()) << rank;
    EXPECT_FALSE(result.evidence->found) << rank;
  }
}

/// Rows of U lie in a few planes by design, but no basis makes their values equal.
TEST(GroupFinder, gives_up_zeros_and_ties_that_do_not_fit_the_data) {
  test::Random random(14);
  test::Grouped problem = test::grouped({.rank = 4, .dense_noise = 0.0}, random);
  // Every value is off by a little that is far more than the noise, and far less than the values.
  std::normal_distribution<double> normal;
  for (Matrix* factor : {&problem.truth.u, &problem.truth.v}) {
    for (double& value : factor->values()) value += 0.05 * normal(random);
  }
  const Matrix truth = multiply_transposed(problem.truth.u, problem.truth.v);
  Matrix y = truth;
  for (double& entry : y.values()) {
    entry += 0.02 * normal(random);
    if (random() % 10 == 0) entry += 60 * normal(random);
  }
  const Result result = Grmf().fit(Data(y), {.rank = 4});
  EXPECT_FALSE(result.evidence->found);
  EXPECT_LE(error_of(result, problem.truth),
            1.02 * error_of(Grmf(off()).fit(Data(y), {.rank = 4}), problem.truth));
}

TEST(GroupFinder, does_no_harm_where_there_are_no_groups) {
  for (const double noise : {0.01, 0.2}) {
    test::Random random(9);
    const Factors truth{test::normal_matrix(150, 4, random), test::normal_matrix(120, 4, random)};
    Matrix y = multiply_transposed(truth.u, truth.v);
    std::normal_distribution<double> normal;
    for (double& entry : y.values()) {
      entry += noise * 2 * normal(random);
      if (random() % 10 == 0) entry = 20 * normal(random);
    }
    const Result result = Grmf().fit(Data(y), {.rank = 4});
    EXPECT_FALSE(result.evidence->found);
    EXPECT_LE(error_of(result, truth),
              1.02 * error_of(Grmf(off()).fit(Data(y), {.rank = 4}), truth));
  }
}

TEST(GroupFinder, gives_the_same_bits_for_any_number_of_threads) {
  test::Random random(10);
  const test::Grouped problem = test::grouped({.rank = 3, .dense_noise = 0.5}, random);
  const Result one = Grmf().fit(Data(problem.y), {.rank = 3, .threads = 1});
  const Result three = Grmf().fit(Data(problem.y), {.rank = 3, .threads = 3});
  EXPECT_EQ(one.u, three.u);
  EXPECT_EQ(one.v, three.v);
}

TEST(GroupFinder, is_silent_where_numbers_are_given) {
  test::Random random(11);
  const test::Grouped problem = test::grouped({.rank = 3}, random);
  EXPECT_FALSE(Grmf(off()).fit(Data(problem.y), {.rank = 3}).evidence.has_value());
  const Grmf given{{.lambda1 = 0.001, .lambda2 = 0.001}};
  EXPECT_FALSE(given.fit(Data(problem.y), {.rank = 3}).evidence.has_value());
}

TEST(GroupFinder, f_never_rises_in_its_stage_and_follows_from_the_formula) {
  test::Random random(12);
  const test::Grouped problem = test::grouped({.rank = 3, .dense_noise = 1.0}, random);
  const Data data(problem.y);
  const Result result = Grmf().fit(data, {.rank = 3, .tolerance = 1e-9});
  for (std::size_t k = 1; k < result.history.size(); ++k) {
    if (result.history[k].stage != result.history[k - 1].stage) continue;
    EXPECT_LE(result.history[k].objective, result.history[k - 1].objective * (1 + 1e-12));
  }
  const Evaluation again = evaluate(result.formula, data, {result.u, result.v});
  EXPECT_NEAR(again.objective, result.objective, 1e-12 * result.objective);
  EXPECT_NEAR(again.certificate, result.certificate, 1e-12);
}

TEST(TiesHeld, stay_while_values_move) {
  // A tau of 0 counts values that are not 0 and pairs that are not equal.
  const internal::Penalty held{.lambda1 = 2.0, .tau1 = 0.0, .lambda2 = 3.0, .tau2 = 0.0};
  EXPECT_EQ(held.value(std::vector<double>{0.0, 1.0, 1.0, -5.0}), 2 * 3 + 3 * 5);
  EXPECT_EQ(held.value(std::vector<double>{0.0, 0.0}), 0.0);
}

}  // namespace
}  // namespace grmf
