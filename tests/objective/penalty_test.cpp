#include "objective/penalty.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

using Row = std::vector<double>;

/// R(x) as it is written, with every pair visited from both sides.
double plain_value(const Penalty& penalty, const Row& x) {
  double value = 0.0;
  for (const double a : x) {
    value += penalty.lambda1 * (std::abs(a) < penalty.tau1 ? std::abs(a) / penalty.tau1 : 1.0);
    value += penalty.lambda3 * a * a;
    if (a < 0) value += penalty.lambda_neg * a * a;
    for (const double b : x) {
      const double gap = std::abs(a - b);
      value += 0.5 * penalty.lambda2 * (gap < penalty.tau2 ? gap / penalty.tau2 : 1.0);
    }
  }
  return value;
}

Row random_row(std::size_t r, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> coarse(-2, 2);
  Row x(r);
  for (double& value : x) value = coarse(random) == 0 ? coarse(random) : normal(random);
  return x;
}

Penalty random_penalty(std::mt19937_64& random) {
  std::uniform_real_distribution<double> positive(0.1, 2.0);
  return {.lambda1 = positive(random),
          .tau1 = positive(random),
          .lambda2 = positive(random),
          .tau2 = positive(random),
          .lambda3 = positive(random),
          .lambda_neg = positive(random)};
}

TEST(Penalty, value_agrees_with_a_plain_double_loop) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    const Penalty penalty = random_penalty(random);
    const Row x = random_row(static_cast<std::size_t>(round % 9), random);
    const double expected = plain_value(penalty, x);
    EXPECT_NEAR(penalty.value(x), expected, 1e-13 * (1 + expected)) << "round " << round;
  }
}

TEST(Penalty, every_term_has_its_own_weight) {
  const Row x = {-3.0, 0.5, 0.75};
  EXPECT_DOUBLE_EQ((Penalty{.lambda1 = 2, .tau1 = 1}.value(x)), 2 * (1 + 0.5 + 0.75));
  EXPECT_DOUBLE_EQ((Penalty{.lambda2 = 3, .tau2 = 0.5}.value(x)), 3 * (1 + 1 + 0.5));
  EXPECT_DOUBLE_EQ((Penalty{.lambda3 = 4}.value(x)), 4 * (9 + 0.25 + 0.5625));
  EXPECT_DOUBLE_EQ((Penalty{.lambda_neg = 5}.value(x)), 5 * 9);
  EXPECT_EQ(Penalty{}.value(x), 0.0);
}

TEST(Penalty, the_hard_flag_does_not_change_the_value) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    Penalty penalty = random_penalty(random);
    const Row x = random_row(6, random);
    const double soft = penalty.value(x);
    penalty.hard = true;
    EXPECT_EQ(penalty.value(x), soft);
  }
}

TEST(Penalty, the_order_of_the_row_does_not_matter) {
  std::mt19937_64 random(3);
  const Penalty penalty = random_penalty(random);
  Row x = random_row(5, random);
  std::sort(x.begin(), x.end());
  const double value = penalty.value(x);
  do {
    EXPECT_NEAR(penalty.value(x), value, 1e-13 * value);
  } while (std::next_permutation(x.begin(), x.end()));
}

TEST(Penalty, kappa_is_the_slope_where_a_term_pulls) {
  const Penalty sparsity{.lambda1 = 3, .tau1 = 0.25};
  const Penalty grouping{.lambda2 = 3, .tau2 = 0.5};
  const double h = 0x1p-10;
  EXPECT_DOUBLE_EQ(sparsity.value(Row{0.125 + h}) - sparsity.value(Row{0.125}),
                   h * sparsity.kappa1());
  EXPECT_DOUBLE_EQ(grouping.value(Row{1.0, 1.25 + h}) - grouping.value(Row{1.0, 1.25}),
                   h * grouping.kappa2());
}

TEST(Penalty, beyond_tau_sparsity_and_grouping_do_not_pull) {
  const Penalty penalty{.lambda1 = 3, .tau1 = 0.25, .lambda2 = 2, .tau2 = 0.5};
  EXPECT_EQ(penalty.value(Row{1.0, 2.0}), 3 + 3 + 2);
  EXPECT_EQ(penalty.value(Row{-7.0, 50.0}), 3 + 3 + 2);
  EXPECT_EQ(penalty.value(Row{0.25, 0.75}), 3 + 3 + 2);
}

TEST(Penalty, an_empty_row_costs_nothing) {
  std::mt19937_64 random(4);
  EXPECT_EQ(random_penalty(random).value(Row{}), 0.0);
}

}  // namespace
}  // namespace grmf::internal
