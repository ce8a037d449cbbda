#include "objective/terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Data of 2 x 5: the median of the sizes 1..6 is 3.5, and the weights add up to 9.
Data wide_data(double unit = 1.0) {
  return Data(
      Matrix{{unit, -2 * unit, 3 * unit, nan, 0}, {4 * unit, nan, -5 * unit, 6 * unit, nan}},
      Matrix{{1, 2, 0.5, 1, 1}, {1, 1, 2, 1.5, 7}});
}

/// Options that all differ, so that none can stand in for another.
GrmfOptions distinct_options(Scaling scaling, Loss loss, Nonnegativity nonnegative) {
  GrmfOptions options;
  options.loss = loss;
  options.scaling = scaling;
  options.nonnegative = nonnegative;
  options.lambda1 = {0.11, 0.12};
  options.lambda2 = {0.21, 0.22};
  options.lambda3 = {0.31, 0.32};
  options.lambda_neg = {0.41, 0.42};
  options.tau1 = {0.51, 0.52};
  options.tau2 = {0.61, 0.62};
  options.eps = 0.71;
  return options;
}

/// The factors that the options are expected to be multiplied with.
struct Expected {
  double lambda12 = 1.0;
  double lambda3 = 1.0;
  double lambda_neg = 1.0;
  double tau = 1.0;
};

enum class Factor { u, v };

/// The number of one factor, which must be given.
double of(Factor factor, const PerFactor& pair) { return factor == Factor::u ? pair.u : pair.v; }
double of(Factor factor, const AutoPerFactor& pair) {
  return (factor == Factor::u ? pair.u : pair.v).value();
}

void expect_penalty(const Penalty& penalty, const GrmfOptions& options, Factor factor,
                    const Expected& unit) {
  EXPECT_DOUBLE_EQ(penalty.lambda1, of(factor, options.lambda1) * unit.lambda12);
  EXPECT_DOUBLE_EQ(penalty.lambda2, of(factor, options.lambda2) * unit.lambda12);
  EXPECT_DOUBLE_EQ(penalty.lambda3, of(factor, options.lambda3) * unit.lambda3);
  EXPECT_DOUBLE_EQ(penalty.lambda_neg, of(factor, options.lambda_neg) * unit.lambda_neg);
  EXPECT_DOUBLE_EQ(penalty.tau1, of(factor, options.tau1) * unit.tau);
  EXPECT_DOUBLE_EQ(penalty.tau2, of(factor, options.tau2) * unit.tau);
}

double eps_of(const Terms& terms) { return std::get<L1Loss>(terms.loss).eps; }

TEST(Terms, the_test_data_have_the_scale_the_formulas_below_use) {
  EXPECT_EQ(wide_data().scale(), 3.5);
  EXPECT_EQ(wide_data().total_weight(), 9.0);
}

TEST(Terms, absolute_numbers_are_taken_as_they_stand) {
  for (const Loss loss : {Loss::l1, Loss::l2}) {
    const GrmfOptions options = distinct_options(Scaling::absolute, loss, Nonnegativity::soft);
    const Terms terms = resolve(options, wide_data());
    expect_penalty(terms.u, options, Factor::u, {});
    expect_penalty(terms.v, options, Factor::v, {});
  }
}

TEST(Terms, per_sample_multiplies_with_the_entries_of_a_row_or_column) {
  for (const Loss loss : {Loss::l1, Loss::l2}) {
    const GrmfOptions options = distinct_options(Scaling::per_sample, loss, Nonnegativity::soft);
    const Terms terms = resolve(options, wide_data());
    expect_penalty(terms.u, options, Factor::u, {.lambda12 = 5, .lambda_neg = 5});
    expect_penalty(terms.v, options, Factor::v, {.lambda12 = 2, .lambda_neg = 2});
  }
}

TEST(Terms, relative_numbers_follow_scale_weight_and_shape) {
  // d = 2, n = 5, s = 3.5; N is 9/2 for U and 9/5 for V.
  const GrmfOptions options = distinct_options(Scaling::relative, Loss::l1, Nonnegativity::soft);
  const Terms terms = resolve(options, wide_data());
  expect_penalty(terms.u, options, Factor::u,
                 {.lambda12 = 3.5 * 9 / 2,
                  .lambda3 = std::sqrt(5.0) / 2,
                  .lambda_neg = 9.0 / 2,
                  .tau = std::sqrt(3.5) * std::pow(5.0 / 2, 0.25)});
  expect_penalty(terms.v, options, Factor::v,
                 {.lambda12 = 3.5 * 9 / 5,
                  .lambda3 = std::sqrt(5.0) / 2,
                  .lambda_neg = 9.0 / 5,
                  .tau = std::sqrt(3.5) * std::pow(2.0 / 5, 0.25)});
}

TEST(Terms, relative_lambdas_carry_the_scale_once_more_under_the_l2_loss) {
  const GrmfOptions options = distinct_options(Scaling::relative, Loss::l2, Nonnegativity::soft);
  const Terms terms = resolve(options, wide_data());
  expect_penalty(terms.u, options, Factor::u,
                 {.lambda12 = 3.5 * 3.5 * 9 / 2,
                  .lambda3 = 3.5 * std::sqrt(5.0) / 2,
                  .lambda_neg = 3.5 * 9 / 2,
                  .tau = std::sqrt(3.5) * std::pow(5.0 / 2, 0.25)});
  expect_penalty(terms.v, options, Factor::v,
                 {.lambda12 = 3.5 * 3.5 * 9 / 5,
                  .lambda3 = 3.5 * std::sqrt(5.0) / 2,
                  .lambda_neg = 3.5 * 9 / 5,
                  .tau = std::sqrt(3.5) * std::pow(2.0 / 5, 0.25)});
}

TEST(Terms, tall_data_exchange_the_roles_of_u_and_v) {
  GrmfOptions options = distinct_options(Scaling::relative, Loss::l1, Nonnegativity::soft);
  const Terms tall = resolve(options, Data(Matrix{{1}, {2}, {3}, {4}}));
  for (AutoPerFactor* pair : {&options.lambda1, &options.lambda2, &options.tau1, &options.tau2})
    std::swap(pair->u, pair->v);
  for (PerFactor* pair : {&options.lambda3, &options.lambda_neg}) std::swap(pair->u, pair->v);
  const Terms wide = resolve(options, Data(Matrix{{1, 2, 3, 4}}));
  EXPECT_DOUBLE_EQ(tall.u.lambda1, wide.v.lambda1);
  EXPECT_DOUBLE_EQ(tall.v.lambda2, wide.u.lambda2);
  EXPECT_DOUBLE_EQ(tall.u.lambda3, wide.v.lambda3);
  EXPECT_DOUBLE_EQ(tall.v.lambda_neg, wide.u.lambda_neg);
  EXPECT_DOUBLE_EQ(tall.u.tau1, wide.v.tau1);
  EXPECT_DOUBLE_EQ(tall.v.tau2, wide.u.tau2);
}

TEST(Terms, a_lambda_that_is_auto_is_0_and_a_tau_is_as_usual) {
  const Terms terms =
      resolve({.scaling = Scaling::absolute, .lambda1 = {}, .lambda2 = {0.5, {}}}, wide_data());
  EXPECT_EQ(terms.u.lambda1, 0.0);
  EXPECT_EQ(terms.u.lambda2, 0.5);
  EXPECT_EQ(terms.v.lambda2, 0.0);
  EXPECT_EQ(terms.u.tau2, 0.03);
}

TEST(Terms, the_loss_is_the_one_asked_for) {
  for (const Scaling scaling : {Scaling::relative, Scaling::absolute, Scaling::per_sample}) {
    const auto terms = [&](Loss loss) {
      return resolve(distinct_options(scaling, loss, Nonnegativity::none), wide_data());
    };
    EXPECT_TRUE(std::holds_alternative<L1Loss>(terms(Loss::l1).loss));
    EXPECT_TRUE(std::holds_alternative<L2Loss>(terms(Loss::l2).loss));
  }
}

TEST(Terms, eps_is_a_width_in_the_unit_of_the_data_only_under_relative_scaling) {
  const auto eps = [](Scaling scaling) {
    return eps_of(resolve(distinct_options(scaling, Loss::l1, Nonnegativity::none), wide_data()));
  };
  EXPECT_DOUBLE_EQ(eps(Scaling::relative), std::pow(0.71 * 3.5, 2));
  EXPECT_DOUBLE_EQ(eps(Scaling::absolute), 0.71);
  EXPECT_DOUBLE_EQ(eps(Scaling::per_sample), 0.71);
}

TEST(Terms, lambda_neg_is_read_only_for_soft_nonnegativity) {
  for (const Scaling scaling : {Scaling::relative, Scaling::absolute, Scaling::per_sample}) {
    const auto terms = [&](Nonnegativity kind) {
      return resolve(distinct_options(scaling, Loss::l1, kind), wide_data());
    };
    for (const Nonnegativity kind : {Nonnegativity::none, Nonnegativity::hard}) {
      EXPECT_EQ(terms(kind).u.lambda_neg, 0.0);
      EXPECT_EQ(terms(kind).v.lambda_neg, 0.0);
    }
    EXPECT_GT(terms(Nonnegativity::soft).u.lambda_neg, 0.0);
    EXPECT_GT(terms(Nonnegativity::soft).v.lambda_neg, 0.0);
  }
}

TEST(Terms, only_hard_nonnegativity_is_hard) {
  const auto terms = [](Nonnegativity kind) {
    return resolve(distinct_options(Scaling::relative, Loss::l1, kind), wide_data());
  };
  EXPECT_TRUE(terms(Nonnegativity::hard).u.hard);
  EXPECT_TRUE(terms(Nonnegativity::hard).v.hard);
  for (const Nonnegativity kind : {Nonnegativity::none, Nonnegativity::soft}) {
    EXPECT_FALSE(terms(kind).u.hard);
    EXPECT_FALSE(terms(kind).v.hard);
  }
}

TEST(Terms, the_unit_of_the_data_multiplies_all_terms_of_f_alike) {
  // Under Y -> k Y and (U, V) -> sqrt(k) (U, V), loss and penalties grow with k (l1) or k^2 (l2).
  const std::vector<double> x = {-1.3, 0.2, 0.25, 2.0};
  const double residual = 0.7;
  for (const double k : {1e-3, 0.3, 1e4}) {
    std::vector<double> scaled_x = x;
    for (double& value : scaled_x) value *= std::sqrt(k);
    for (const Loss loss : {Loss::l1, Loss::l2}) {
      const GrmfOptions options = distinct_options(Scaling::relative, loss, Nonnegativity::soft);
      const Terms plain = resolve(options, wide_data());
      const Terms scaled = resolve(options, wide_data(k));
      const double growth = loss == Loss::l1 ? k : k * k;
      const auto phi = [](const Terms& terms, double r) {
        return std::visit([r](const auto& of) { return of.value(r); }, terms.loss);
      };
      EXPECT_NEAR(phi(scaled, k * residual) / growth / phi(plain, residual), 1.0, 1e-12);
      EXPECT_NEAR(scaled.u.value(scaled_x) / growth / plain.u.value(x), 1.0, 1e-12);
      EXPECT_NEAR(scaled.v.value(scaled_x) / growth / plain.v.value(x), 1.0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace grmf::internal
