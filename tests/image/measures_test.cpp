#include "grmf/measures.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::refuses;

Matrix random_picture(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0.0, 255.0);
  Matrix picture(rows, cols);
  for (double& pixel : picture.values()) pixel = uniform(random);
  return picture;
}

/// SSIM with the two-dimensional window written out, in the form of the definition.
double plain_ssim(const Matrix& a, const Matrix& b, double peak) {
  Matrix w(11, 11);
  double sum = 0;
  for (Index p = 0; p < 11; ++p) {
    for (Index q = 0; q < 11; ++q) {
      const auto dp = static_cast<double>(p - 5);
      const auto dq = static_cast<double>(q - 5);
      w(p, q) = std::exp(-(dp * dp + dq * dq) / (2 * 1.5 * 1.5));
      sum += w(p, q);
    }
  }
  const double c1 = std::pow(0.01 * peak, 2);
  const double c2 = std::pow(0.03 * peak, 2);
  double total = 0;
  double places = 0;
  for (Index i = 0; i + 11 <= a.rows(); ++i) {
    for (Index j = 0; j + 11 <= a.cols(); ++j) {
      const auto mean = [&](auto value) {
        double m = 0;
        for (Index p = 0; p < 11; ++p) {
          for (Index q = 0; q < 11; ++q) m += w(p, q) / sum * value(i + p, j + q);
        }
        return m;
      };
      const double m_a = mean([&](Index p, Index q) { return a(p, q); });
      const double m_b = mean([&](Index p, Index q) { return b(p, q); });
      const double v_a = mean([&](Index p, Index q) { return std::pow(a(p, q) - m_a, 2); });
      const double v_b = mean([&](Index p, Index q) { return std::pow(b(p, q) - m_b, 2); });
      const double c = mean([&](Index p, Index q) { return (a(p, q) - m_a) * (b(p, q) - m_b); });
      total +=
          (2 * m_a * m_b + c1) * (2 * c + c2) / ((m_a * m_a + m_b * m_b + c1) * (v_a + v_b + c2));
      places += 1;
    }
  }
  return total / places;
}

TEST(Score, follows_its_definitions_on_a_hand_worked_example) {
  const Score s = score(Matrix{{1, -2}, {3, 4}}, Matrix{{2, -2}, {1, 4}});
  EXPECT_DOUBLE_EQ(s.rmae, 3.0 / 10.0);
  EXPECT_DOUBLE_EQ(s.rse, 5.0 / 30.0);
  EXPECT_DOUBLE_EQ(s.re, std::sqrt(5.0 / 30.0));
  EXPECT_DOUBLE_EQ(s.mae, 0.75);
  EXPECT_DOUBLE_EQ(s.mse, 1.25);
  EXPECT_DOUBLE_EQ(s.rmse, std::sqrt(1.25));
  EXPECT_FALSE(s.psnr);
  EXPECT_FALSE(s.ssim);
}

TEST(Score, psnr_follows_the_peak) {
  const Matrix truth(20, 20, 100.0);
  const Matrix estimate(20, 20, 90.0);
  EXPECT_NEAR(*score(truth, estimate, 255).psnr, 20 * std::log10(255.0 / 10.0), 1e-12);
  EXPECT_NEAR(*score(truth, estimate, 65535).psnr, 20 * std::log10(65535.0 / 10.0), 1e-12);
}

TEST(Score, ssim_matches_the_definition_with_a_square_window) {
  const Matrix a = random_picture(19, 14, 1);
  Matrix b = random_picture(19, 14, 2);
  for (Index k = 0; k < b.size(); ++k) b.data()[k] = 0.7 * a.data()[k] + 0.3 * b.data()[k];
  EXPECT_NEAR(*score(a, b, 255).ssim, plain_ssim(a, b, 255), 1e-10);
}

TEST(Score, of_the_truth_itself_is_perfect) {
  const Matrix a = random_picture(15, 13, 3);
  const Score s = score(a, a, 255);
  EXPECT_EQ(s.rmae, 0.0);
  EXPECT_FALSE(s.psnr) << "infinite";
  EXPECT_NEAR(*s.ssim, 1.0, 1e-12);
}

TEST(Score, leaves_out_what_is_missing_in_the_truth) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Score s = score(Matrix{{1, nan}, {3, 4}}, Matrix{{2, 1e9}, {3, 4}}, 255);
  EXPECT_DOUBLE_EQ(s.rmae, 1.0 / 8.0);
  EXPECT_DOUBLE_EQ(s.mae, 1.0 / 3.0);
}

TEST(Score, small_pictures_have_no_ssim) {
  const Matrix a = random_picture(10, 30, 4);
  EXPECT_FALSE(score(a, random_picture(10, 30, 5), 255).ssim);
}

TEST(Score, refuses_what_cannot_be_compared) {
  EXPECT_THAT([] { score(Matrix(2, 3, 1.0), Matrix(3, 2, 1.0)); },
              refuses(ErrorCode::invalid_data, "2 x 3", "3 x 2", "must be equal"));
  EXPECT_THAT([] { score(Matrix(2, 2), Matrix(2, 2)); },
              refuses(ErrorCode::invalid_data, "missing or 0 everywhere"));
  EXPECT_THAT(
      [] {
        score(Matrix{{1, 2}}, Matrix{{1, std::numeric_limits<double>::infinity()}});
      },
      refuses(ErrorCode::invalid_data, "row 0", "column 1"));
  EXPECT_THAT(
      [] {
        score(Matrix{{1, -std::numeric_limits<double>::infinity()}}, Matrix{{1, 2}});
      },
      refuses(ErrorCode::invalid_data, "the truth is not finite", "row 0", "column 1"));
}

TEST(Score, of_numbers_of_any_size_is_that_of_the_same_numbers_rescaled) {
  const Matrix truth{{1, -2}, {3, 4}};
  const Matrix estimate{{2, -2}, {1, 4}};
  const Score usual = score(truth, estimate, 8);
  for (const int exponent : {-1000, -600, 500}) {
    const auto scaled = [&](Matrix a) {
      for (double& value : a.values()) value = std::ldexp(value, exponent);
      return a;
    };
    const Score s = score(scaled(truth), scaled(estimate), std::ldexp(8.0, exponent));
    EXPECT_EQ(s.rmae, usual.rmae);
    EXPECT_EQ(s.rse, usual.rse);
    EXPECT_EQ(s.rmse, std::ldexp(usual.rmse, exponent));
    EXPECT_EQ(s.re, usual.re);
    EXPECT_EQ(s.mae, std::ldexp(usual.mae, exponent));
    EXPECT_EQ(s.psnr, usual.psnr);
  }
}

TEST(Score, refuses_sizes_whose_measures_are_no_finite_numbers) {
  EXPECT_THAT(
      [] {
        score(Matrix{{1e308, 1}}, Matrix{{-1e308, 1}});
      },
      refuses(ErrorCode::invalid_data, "no finite number", "divide"));
  EXPECT_THAT([] { score(Matrix{{1e-300}}, Matrix{{1e300}}); },
              refuses(ErrorCode::invalid_data, "no finite number"));
}

}  // namespace
}  // namespace grmf
