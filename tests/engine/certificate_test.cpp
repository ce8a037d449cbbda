#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "grmf/evaluate.h"
#include "grmf/models.h"
#include "starts/start.h"
#include "support/engine.h"
#include "support/pictures.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

using test::Random;

double certificate_at(const Data& data, const GrmfOptions& options, const Factors& factors) {
  const test::EngineOf fit(data);
  const auto rank = static_cast<int>(factors.u.cols());
  return fit.engine->row_work(resolve(options, data), options, rank)->certificate(factors);
}

FitOptions tight(int rank) {
  return {.rank = rank, .max_sweeps = 20000, .tolerance = 1e-10, .threads = 2};
}

GrmfOptions with_grouping(double strength) {
  GrmfOptions options;
  options.lambda1 = strength;
  options.lambda2 = strength;
  return options;
}

TEST(Certificate, is_at_most_1e_5_at_tolerance_1e_10_on_20_corrupted_matrices) {
  Random random(30);
  for (int number = 0; number < 20; ++number) {
    const int rank = 1 + number % 6;
    const Data data(test::planted(25 + 3 * number, 80 - 2 * number, rank, 0.3, random).y);
    for (const GrmfOptions& options : {with_grouping(0.001), with_grouping(0.02)}) {
      const Result result = Grmf(options).fit(data, tight(rank));
      EXPECT_EQ(result.status, Status::converged) << number;
      EXPECT_LE(result.certificate, 1e-5) << number;
      EXPECT_EQ(result.certificate,
                evaluate(result.formula, data, {result.u, result.v}).certificate)
          << "carried along instead of computed from U and V, matrix " << number;
    }
  }
}

TEST(Certificate, is_above_a_tenth_at_random_factors) {
  Random random(31);
  for (int number = 0; number < 20; ++number) {
    const int rank = 1 + number % 6;
    const Data data(test::planted(60, 50, rank, 0.3, random).y);
    EXPECT_GT(certificate_at(data, {}, random_start(data, rank, number)), 0.1) << number;
    EXPECT_GT(certificate_at(data, with_grouping(0.02), random_start(data, rank, number)), 0.1)
        << number;
  }
}

/// The certificate where there are no kinks: the subdifferential is then the gradient of the
/// majorised problem, here from its definition.
double gradient_certificate(const Matrix& y, const Terms& terms, const Factors& factors,
                            bool transposed) {
  const Matrix& x = transposed ? factors.v : factors.u;
  const Matrix& a = transposed ? factors.u : factors.v;
  const Penalty& penalty = transposed ? terms.v : terms.u;
  const auto* l1 = std::get_if<L1Loss>(&terms.loss);
  double worst = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    std::vector<double> g(x.cols());
    std::vector<double> s(x.cols());
    for (Index l = 0; l < x.cols(); ++l)
      g[l] = 2 * penalty.lambda3 * x(i, l) + 2 * penalty.lambda_neg * std::min(x(i, l), 0.0);
    for (Index k = 0; k < a.rows(); ++k) {
      const double y_ik = transposed ? y(k, i) : y(i, k);
      double residual = y_ik;
      for (Index l = 0; l < x.cols(); ++l) residual -= x(i, l) * a(k, l);
      const double slope =
          l1 != nullptr ? residual / std::sqrt(residual * residual + l1->eps) : residual;
      for (Index l = 0; l < x.cols(); ++l) {
        g[l] -= slope * a(k, l);
        s[l] += l1 != nullptr ? std::abs(a(k, l)) : a(k, l) * y_ik;
      }
    }
    double largest = 0;
    for (double& value : s) largest = std::max(largest, std::abs(value));
    for (Index l = 0; l < x.cols(); ++l)
      worst = std::max(worst, std::abs(g[l]) / (l1 != nullptr ? s[l] : largest));
  }
  return worst;
}

TEST(Certificate, is_the_scaled_gradient_where_f_is_smooth) {
  Random random(32);
  for (const Loss loss : {Loss::l1, Loss::l2}) {
    const Matrix y = test::planted(30, 20, 3, 0.2, random).y;
    const Data data(y);
    const GrmfOptions options{.loss = loss, .nonnegative = Nonnegativity::soft};
    const Factors factors = random_start(data, 3, 5);
    const Terms terms = resolve(options, data);
    const double expected = std::max(gradient_certificate(y, terms, factors, false),
                                     gradient_certificate(y, terms, factors, true));
    EXPECT_NEAR(certificate_at(data, options, factors), expected, 1e-10 * expected);
  }
}

TEST(Certificate, allows_for_the_kinks_of_ties_and_zeros) {
  // The row u = (t, t) is tied by E. Any multiplier in [-kappa2, kappa2] is a subgradient, so the
  // tie hides a difference of slopes of up to 2 kappa2.
  const Matrix y{{3.0}};
  const Data data(y);
  const Factors factors{Matrix{{1.0, 1.0}}, Matrix{{2.0, 1.0}}};
  GrmfOptions options{.loss = Loss::l2,
                      .scaling = Scaling::absolute,
                      .lambda1 = 0.0,
                      .lambda2 = 0.0,
                      .lambda3 = 0.0,
                      .tau1 = 1e-3,
                      .tau2 = {1.0, 1e-3}};
  EXPECT_NEAR(certificate_at(data, options, factors), 0.0, 1e-15)
      << "an exact fit is critical without penalties";
  // The ridge pulls both entries of u by 0.6; the tie cannot help.
  options.lambda3 = {0.3, 0.0};
  EXPECT_NEAR(certificate_at(data, options, factors), 0.6 / 6.0, 1e-12);
  options.lambda3 = 0.0;
  options.lambda1 = {0.2, 0.0};
  options.tau1 = 2.0;  // kappa1 = 0.1 on both entries of u, which are not at their kink
  EXPECT_NEAR(certificate_at(data, options, factors), 0.1 / 6.0, 1e-12);
  const Factors at_zero{Matrix{{0.0, 0.0}}, Matrix{{2.0, 1.0}}};
  // kappa1 = 100 holds the zeros against slopes of 6 and 3; v is at rest.
  options.lambda1 = {200.0, 0.0};
  options.tau1 = {2.0, 1e-3};
  EXPECT_EQ(certificate_at(data, options, at_zero), 0.0);
  // With kappa1 = 4.5 the slope of 6 breaks loose by 1.5.
  options.lambda1 = {9.0, 0.0};
  EXPECT_NEAR(certificate_at(data, options, at_zero), 1.5 / 6.0, 1e-12);
  // kappa2 = 1 holds the entry to the other one, which has 1.5 to spare.
  options.lambda2 = {1.0, 0.0};
  EXPECT_NEAR(certificate_at(data, options, at_zero), 0.5 / 6.0, 1e-12);
}

/// The certificate with every subset of every tied part tried, from the definition of the
/// subdifferential: the smallest t such that no subset, raised or lowered as one, gains more than t
/// times its scale.
double certificate_by_subsets(const Matrix& y, const Terms& terms, const Factors& factors,
                              bool transposed) {
  const Matrix& x = transposed ? factors.v : factors.u;
  const Matrix& a = transposed ? factors.u : factors.v;
  const Penalty& p = transposed ? terms.v : terms.u;
  const double eps = std::get<L1Loss>(terms.loss).eps;
  const auto r = static_cast<int>(x.cols());
  double worst = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    std::vector<double> slope(r);  // slope of the loss and the ridge
    std::vector<double> s(r);
    for (int l = 0; l < r; ++l) slope[l] = 2 * p.lambda3 * x(i, l);
    for (Index k = 0; k < a.rows(); ++k) {
      double residual = transposed ? y(k, i) : y(i, k);
      for (int l = 0; l < r; ++l) residual -= x(i, l) * a(k, l);
      for (int l = 0; l < r; ++l) {
        slope[l] -= residual / std::sqrt(residual * residual + eps) * a(k, l);
        s[l] += std::abs(a(k, l));
      }
    }
    // Where the subset A of entries moves in one direction, the directional derivative must not be
    // negative.
    for (unsigned subset = 1; subset < (1U << static_cast<unsigned>(r)); ++subset) {
      const auto in = [&](int l) { return ((subset >> static_cast<unsigned>(l)) & 1U) != 0; };
      for (const double direction : {1.0, -1.0}) {
        double derivative = 0;
        double scale = 0;
        for (int l = 0; l < r; ++l) {
          if (!in(l)) continue;
          scale += s[l];
          derivative += direction * slope[l];
          if (std::abs(x(i, l)) < p.tau1) {
            derivative +=
                p.kappa1() * (x(i, l) == 0 ? 1.0 : (x(i, l) > 0 ? direction : -direction));
          }
          for (int k = 0; k < r; ++k) {
            const double gap = x(i, l) - x(i, k);
            if (in(k) || std::abs(gap) >= p.tau2) continue;
            derivative += p.kappa2() * (gap == 0 ? 1.0 : (gap > 0 ? direction : -direction));
          }
        }
        worst = std::max(worst, -derivative / scale);
      }
    }
  }
  return worst;
}

TEST(Certificate, is_what_trying_every_subset_gives_at_fits_with_ties_and_zeros) {
  Random random(35);
  const GrmfOptions options{.lambda1 = 0.05, .lambda2 = 0.05, .tau1 = 0.4, .tau2 = 0.4};
  for (int number = 0; number < 10; ++number) {
    const Matrix y = test::planted(30, 25, 4, 0.2, random).y;
    const Data data(y);
    const Result result = Grmf(options).fit(data, {.rank = 4, .max_sweeps = 3 + 5 * number});
    EXPECT_GT(result.tied(), 0.02) << "something to allow for";
    const Terms terms = resolve(options, data);
    const Factors factors{result.u, result.v};
    const double expected = std::max(certificate_by_subsets(y, terms, factors, false),
                                     certificate_by_subsets(y, terms, factors, true));
    EXPECT_NEAR(result.certificate, expected, 1e-9) << number;
  }
}

TEST(Certificate, grows_when_the_solution_is_disturbed) {
  Random random(33);
  const Data data(test::planted(40, 30, 3, 0.3, random).y);
  const Result result = Grmf(with_grouping(0.02)).fit(data, tight(3));
  Factors disturbed{result.u, result.v};
  disturbed.u(7, 1) += 0.05;
  EXPECT_GT(certificate_at(data, with_grouping(0.02), disturbed), 100 * result.certificate);
}

class CertificateOnPictures : public testing::TestWithParam<test::PictureSet> {};

TEST_P(CertificateOnPictures, is_at_most_1e_5_at_tolerance_1e_10) {
  const auto shared = test::shared_folder();
  if (!shared) GTEST_SKIP() << test::no_pictures << "the drawn matrices above stand in";
  Random random(34);
  for (Matrix& picture : test::first_pictures(*shared, GetParam().name, 5)) {
    test::salt_and_pepper(picture, 0.5, random);
    const Result result = Grmf().fit(Data(picture), tight(GetParam().rank - 1));
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LE(result.certificate, 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(sets, CertificateOnPictures, testing::ValuesIn(test::picture_sets()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace grmf::internal
