#include "solve/gauge.h"

#include <cmath>

#include <gtest/gtest.h>

#include "linalg/lbfgs.h"
#include "solve/gauge_search.h"
#include "solve/gauge_step.h"
#include "support/grouped.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

using test::Random;

Dense random_dense(Index rows, Index cols, Random& random) {
  return view(test::normal_matrix(rows, cols, random));
}

const Penalty soft{
    .lambda1 = 3.0, .tau1 = 0.4, .lambda2 = 2.0, .tau2 = 0.7, .lambda3 = 0.3, .lambda_neg = 0.5};
const Penalty other{.lambda1 = 1.0, .tau1 = 0.9, .lambda2 = 4.0, .tau2 = 0.5, .lambda3 = 0.1};
const Penalty hard{
    .lambda1 = 1.0, .tau1 = 0.5, .lambda2 = 2.0, .tau2 = 0.5, .lambda3 = 0.2, .hard = true};

TEST(Lbfgs, finds_the_minimum_of_a_valley) {
  // Rosenbrock's (1 - x)^2 + 100 (y - x^2)^2 has its minimum at (1, 1).
  const auto valley = [](const Dense& at, Dense& gradient) {
    const double x = at(0, 0);
    const double y = at(1, 0);
    gradient.resize(2, 1);
    gradient << -2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x);
    return std::pow(1 - x, 2) + 100 * std::pow(y - x * x, 2);
  };
  Dense start(2, 1);
  start << -1.2, 1.0;
  const Dense found = lbfgs(valley, start, 200, 0.0);
  EXPECT_NEAR(found(0, 0), 1.0, 1e-6);
  EXPECT_NEAR(found(1, 0), 1.0, 1e-6);
}

TEST(Gauge, gradient_agrees_with_finite_differences) {
  Random random(80);
  Workers workers(2);
  for (const auto& [u, v] : {std::pair{soft, other}, {other, soft}, {hard, hard}}) {
    const Factors factors{test::normal_matrix(70, 4, random), test::normal_matrix(9, 4, random)};
    GaugeProblem problem(u, v, factors, workers);
    for (const double width : {2.0, 0.5, 0.1}) {
      problem.set_width(width);
      const Dense q = Dense::Identity(4, 4) + 0.3 * random_dense(4, 4, random);
      Dense gradient;
      Dense unused;
      problem.evaluate(q, gradient);
      const double scale = gradient.cwiseAbs().maxCoeff();
      for (Index k = 0; k < q.size(); ++k) {
        constexpr double h = 1e-5;
        const auto at = [&](double step) {
          Dense there = q;
          there.data()[k] += step;
          return problem.evaluate(there, unused);
        };
        // Two central differences make the error one of fourth order.
        const double difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        EXPECT_NEAR(gradient.data()[k], difference, 1e-6 * scale) << "width " << width;
      }
    }
  }
}

TEST(Gauge, is_infinite_where_it_is_no_basis) {
  Random random(81);
  Workers workers(1);
  const Factors factors{test::normal_matrix(6, 3, random), test::normal_matrix(5, 3, random)};
  const GaugeProblem problem(soft, other, factors, workers);
  Dense gradient;
  EXPECT_TRUE(std::isinf(problem.evaluate(Dense::Ones(3, 3), gradient)));
  EXPECT_TRUE(gradient.allFinite());
}

/// The factors in another basis.
Factors mixed(const Factors& factors, const Dense& q) {
  return {to_matrix(view(factors.u) * q), to_matrix(view(factors.v) * q.inverse().transpose())};
}

TEST(Gauge, leaves_the_product_as_it_is) {
  Random random(82);
  Workers workers(1);
  const Dense q = Dense::Identity(5, 5) + random_dense(5, 5, random);
  const Factors factors = mixed(test::grouped({}, random).truth, q);
  const Matrix product = multiply_transposed(factors.u, factors.v);
  const Terms terms{.loss = L2Loss{}, .u = soft, .v = other};
  std::vector<Factors> changed = far_gauges(terms, factors, 0, workers).candidates;
  ASSERT_FALSE(changed.empty());
  changed.push_back(nearby_gauge(terms, factors, workers));
  for (const Factors& there : changed)
    EXPECT_LE(test::relative_difference(multiply_transposed(there.u, there.v), product), 1e-12);
}

TEST(Gauge, of_nonnegative_factors_keeps_them_so_and_their_product) {
  Random random(83);
  Workers workers(1);
  const Terms terms{.loss = L2Loss{}, .u = hard, .v = hard};
  for (int number = 0; number < 20; ++number) {
    Factors factors{test::normal_matrix(30, 4, random), test::normal_matrix(20, 4, random)};
    for (Matrix* a : {&factors.u, &factors.v}) {
      for (double& value : a->values()) value = std::abs(value) + 0.1;
    }
    const Factors changed = nearby_gauge(terms, factors, workers);
    for (const Matrix* a : {&changed.u, &changed.v}) {
      for (const double value : a->values()) EXPECT_GE(value, 0.0);
    }
    EXPECT_LE(test::relative_difference(multiply_transposed(changed.u, changed.v),
                                        multiply_transposed(factors.u, factors.v)),
              1e-12);
    EXPECT_LT(penalties(terms, changed), penalties(terms, factors));
  }
}

std::vector<FoundGauge> search(const Factors& exact, Workers& workers) {
  return gauges_from_scratch(KnownRows::by_angle(view(exact.u)), KnownRows::by_angle(view(exact.v)),
                             0, workers);
}

/// Whatever basis exact factors are given in, the search finds the basis they were drawn in.
TEST(GaugeSearch, finds_the_planted_basis_in_any_other) {
  Workers workers(2);
  for (int seed = 0; seed < 10; ++seed) {
    Random random(90 + seed);
    const Factors truth = test::grouped({}, random).truth;
    const Dense q = Dense::Identity(5, 5) + random_dense(5, 5, random);
    const std::vector<FoundGauge> found = search(mixed(truth, q), workers);
    ASSERT_FALSE(found.empty()) << seed;
    EXPECT_TRUE(found.front().clear()) << seed;
    // Up to order, scale and sign, the basis found undoes q: one entry is large in every row and
    // column.
    const Dense undone = q * found.front().q;
    const double scale = undone.cwiseAbs().maxCoeff();
    for (Index l = 0; l < 5; ++l) {
      EXPECT_EQ((undone.row(l).cwiseAbs().array() > 1e-6 * scale).count(), 1) << seed;
      EXPECT_EQ((undone.col(l).cwiseAbs().array() > 1e-6 * scale).count(), 1) << seed;
    }
  }
}

Matrix with_blank_rows(const Matrix& a) {
  Matrix longer(2 * a.rows(), a.cols());
  for (Index i = 0; i < a.rows(); ++i)
    std::copy(a.row(i).begin(), a.row(i).end(), longer.row(2 * i).begin());
  return longer;
}

TEST(GaugeSearch, blank_rows_hide_nothing) {
  Random random(95);
  Workers workers(2);
  const Factors truth = test::grouped({}, random).truth;
  const Dense q = Dense::Identity(5, 5) + random_dense(5, 5, random);
  const Factors factors = mixed(truth, q);
  const Factors longer{with_blank_rows(factors.u), with_blank_rows(factors.v)};
  EXPECT_TRUE(search(longer, workers).front().clear());
}

/// Planes hold a few rows each, as in pictures too: there is a zero or a tie in most rows, and no
/// more.
TEST(GaugeSearch, is_not_sure_where_rows_are_merely_alike) {
  Random random(96);
  Workers workers(2);
  Factors factors{test::normal_matrix(200, 4, random), test::normal_matrix(200, 4, random)};
  for (Matrix* a : {&factors.u, &factors.v}) {
    for (Index i = 0; i < a->rows(); ++i) {
      const std::span<double> x = a->row(i);
      const Index k = i % 25;
      if (k < 7) x[0] = 0;
      if (k >= 7 && k < 10) x[1] = 0;
      if (k >= 10 && k < 13) x[1] = x[0];
      if (k >= 13 && k < 16) x[2] = 0;
      if (k >= 16 && k < 19) x[2] = x[0];
      if (k >= 19 && k < 22) x[3] = 0;
      if (k >= 22) x[3] = x[0];
    }
  }
  const Dense q = Dense::Identity(4, 4) + random_dense(4, 4, random);
  const std::vector<FoundGauge> found = search(mixed(factors, q), workers);
  EXPECT_TRUE(found.empty() || !found.front().clear());
}

TEST(GaugeSearch, finds_nothing_where_nothing_is) {
  Random random(84);
  Workers workers(2);
  const Factors factors{test::normal_matrix(200, 4, random), test::normal_matrix(150, 4, random)};
  const auto none = [&](const Factors& of) { return search(of, workers).empty(); };
  EXPECT_TRUE(none(factors));
  EXPECT_TRUE(none({Matrix(50, 3, 1.0), Matrix(40, 3)}));
  EXPECT_TRUE(none({Matrix(50, 1, 1.0), Matrix(40, 1, 2.0)}));
}

}  // namespace
}  // namespace grmf::internal
