#include "objective/efficiency.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

TEST(Efficiency, least_squares_has_no_excess) {
  for (const double sigma : {1e-3, 1.0, 50.0}) {
    EXPECT_NEAR(excess_variance(L2Loss{}, sigma), 1.0, 1e-9);
    EXPECT_NEAR(mean_weight(L2Loss{}, sigma), 1.0, 1e-12);
  }
}

TEST(Efficiency, l1_needs_half_as_many_entries_again) {
  EXPECT_NEAR(excess_variance(L1Loss{1e-12}, 1.0), M_PI / 2, 1e-3);
  EXPECT_NEAR(excess_variance(L1Loss{100.0}, 1.0), 1.0, 1e-3);  // rounder than the noise: a square
}

TEST(Efficiency, is_that_of_the_textbooks_at_their_widths) {
  // The widths at which these losses are known to need 1 / 0.95 of the entries.
  EXPECT_NEAR(excess_variance(BiweightLoss{.width = 4.685, .sigma = 1.0}, 1.0), 1 / 0.95, 1e-3);
  EXPECT_NEAR(excess_variance(HuberLoss{.delta = 1.345, .slope = 1.0}, 1.0), 1 / 0.95, 1e-3);
  EXPECT_NEAR(excess_variance(CorrentropyLoss{2.9846 * 2.9846}, 1.0), 1 / 0.95, 1e-3);
}

TEST(Efficiency, depends_on_the_width_by_the_noise_alone) {
  const double once = excess_variance(BiweightLoss{.width = 4.0, .sigma = 1.0}, 1.0);
  EXPECT_NEAR(excess_variance(BiweightLoss{.width = 400.0, .sigma = 7.0}, 100.0), once, 1e-12);
}

TEST(Efficiency, without_noise_every_loss_is_as_good) {
  EXPECT_EQ(excess_variance(L1Loss{1e-4}, 0.0), 1.0);
}

TEST(Efficiency, of_a_free_value_is_half_a_variance_by_least_squares) {
  EXPECT_NEAR(gain_of_a_value(L2Loss{}, 3.0), 4.5, 1e-9);
  EXPECT_NEAR(slope_deviation(L2Loss{}, 3.0), 3.0, 1e-9);
  // phi' is +-1 and E phi'' is 2 times the density at 0.
  const double sigma = 3.0;
  EXPECT_NEAR(gain_of_a_value(L1Loss{1e-12}, sigma), sigma * std::sqrt(std::numbers::pi / 2) / 2,
              1e-2 * sigma);
}

}  // namespace
}  // namespace grmf::internal
