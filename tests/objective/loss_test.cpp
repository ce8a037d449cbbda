#include "objective/loss.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

std::vector<double> grid() {
  std::vector<double> points;
  for (int k = -60; k <= 60; ++k) points.push_back(k / 12.0);
  for (const double far : {-1e4, -1e-6, 1e-6, 1e4}) points.push_back(far);
  return points;
}

/// Checks weight(r) r = phi'(r), with the derivative as a difference over a step of h.
template <class Loss>
void expect_weight_is_slope_over_residual(const Loss& loss, double h) {
  for (const double r : grid()) {
    const double slope = (loss.value(r + h) - loss.value(r - h)) / (2 * h);
    const double rounding = 1e-15 * loss.value(r) / h;
    EXPECT_NEAR(loss.weight(r) * r, slope, 1e-6 + rounding) << "r = " << r;
  }
}

template <class Loss>
void expect_majoriser(const Loss& loss) {
  for (const double r : grid()) {
    for (const double t : grid()) {
      const double majoriser = loss.value(r) + loss.weight(r) * (t * t - r * r) / 2;
      const double rounding = 1e-14 * (loss.value(t) + loss.weight(r) * (t * t + r * r));
      EXPECT_LE(loss.value(t), majoriser + rounding) << "r = " << r << ", t = " << t;
      if (std::abs(t) == std::abs(r)) {
        EXPECT_NEAR(loss.value(t), majoriser, rounding);
      }
    }
  }
}

TEST(L1Loss, value_is_the_length_of_residual_and_smoothing) {
  for (const double eps : {1e-5, 0.01, 1.0, 4.0}) {
    const L1Loss loss{eps};
    for (const double r : grid()) EXPECT_DOUBLE_EQ(loss.value(r), std::hypot(r, std::sqrt(eps)));
  }
  EXPECT_DOUBLE_EQ(L1Loss{9.0}.value(-4.0), 5.0);
}

TEST(L1Loss, weight_is_slope_over_residual) {
  for (const double eps : {1e-5, 0.01, 1.0}) {
    expect_weight_is_slope_over_residual(L1Loss{eps}, 1e-3 * std::sqrt(eps));
  }
}

TEST(L1Loss, weight_at_zero_is_the_curvature) {
  const double h = 1e-4;
  const L1Loss loss{0.25};
  const double curvature = (loss.value(h) - 2 * loss.value(0) + loss.value(-h)) / (h * h);
  EXPECT_NEAR(loss.weight(0), curvature, 1e-6);
}

TEST(L1Loss, the_quadratic_lies_above_and_touches) {
  for (const double eps : {1e-5, 0.01, 1.0}) expect_majoriser(L1Loss{eps});
}

TEST(L1Loss, a_smaller_weight_would_not_lie_above) {
  // The weight is the smallest possible, which makes the test of the majoriser meaningful.
  const L1Loss loss{0.01};
  for (const double r : {0.1, 1.0, 4.0}) {
    const double t = r * 1.001;
    const double below = loss.value(r) + 0.99 * loss.weight(r) * (t * t - r * r) / 2;
    EXPECT_GT(loss.value(t), below);
  }
}

TEST(AtanLoss, is_the_l1_loss_near_zero_and_bounded_far_away) {
  const AtanLoss loss{.eps = 1e-4, .a = 2.0};
  const L1Loss l1{1e-4};
  for (const double r : {0.0, 0.01, -0.02}) EXPECT_NEAR(loss.value(r), l1.value(r), 1e-5);
  EXPECT_NEAR(loss.value(1e9), M_PI, 1e-8);
}

TEST(AtanLoss, weight_is_slope_over_residual) {
  for (const double a : {0.1, 1.0, 10.0})
    expect_weight_is_slope_over_residual(AtanLoss{.eps = 0.01, .a = a}, 1e-4);
}

TEST(AtanLoss, the_quadratic_lies_above_and_touches) {
  for (const double a : {0.1, 1.0, 10.0}) expect_majoriser(AtanLoss{.eps = 0.01, .a = a});
}

TEST(BiweightLoss, is_a_square_by_sigma_near_zero_and_constant_beyond_its_width) {
  const BiweightLoss loss{.width = 2.0, .sigma = 0.5};
  EXPECT_NEAR(loss.value(1e-3), 1e-6, 1e-11);
  EXPECT_DOUBLE_EQ(loss.value(2.0), 2.0 * 2.0 / (6 * 0.5));
  EXPECT_EQ(loss.value(2.0), loss.value(-1e9));
  EXPECT_EQ(loss.weight(2.0), 0.0);
  EXPECT_EQ(loss.weight(1e9), 0.0);
}

TEST(BiweightLoss, weight_is_slope_over_residual) {
  for (const double width : {0.3, 2.0, 20.0})
    expect_weight_is_slope_over_residual(BiweightLoss{.width = width, .sigma = 0.4}, 1e-5);
}

TEST(BiweightLoss, the_quadratic_lies_above_and_touches) {
  for (const double width : {0.3, 2.0, 20.0})
    expect_majoriser(BiweightLoss{.width = width, .sigma = 0.4});
}

TEST(BiweightLoss, the_largest_slope_is_the_largest) {
  const BiweightLoss loss{.width = 3.0, .sigma = 0.5};
  double largest = 0.0;
  for (int k = 0; k <= 30000; ++k) largest = std::max(largest, loss.weight(k / 1e4) * k / 1e4);
  EXPECT_NEAR(loss.max_slope(), largest, 1e-7);
}

TEST(L2Loss, value_is_half_the_square) {
  for (const double r : grid()) EXPECT_DOUBLE_EQ(L2Loss::value(r), r * r / 2);
}

TEST(L2Loss, weight_is_slope_over_residual) {
  expect_weight_is_slope_over_residual(L2Loss{}, 1e-3);
}

TEST(L2Loss, the_quadratic_is_the_loss_itself) {
  expect_majoriser(L2Loss{});
  for (const double t : grid()) {
    EXPECT_NEAR(L2Loss::value(2) + L2Loss::weight(2) * (t * t - 4) / 2, L2Loss::value(t),
                1e-14 * (1 + t * t));
  }
}

}  // namespace
}  // namespace grmf::internal
