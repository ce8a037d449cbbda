#include "result/noise.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "support/problems.h"

namespace grmf::internal {
namespace {

std::vector<double> normal_sizes(int count, double deviation, unsigned seed) {
  test::Random random(seed);
  std::normal_distribution<double> normal(0.0, deviation);
  std::vector<double> sizes(count);
  for (double& size : sizes) size = std::abs(normal(random));
  return sizes;
}

double noise_in(const std::vector<double>& sizes, double unit = 1.0) {
  return ResidualSizes(sizes, unit).noise({.entries = static_cast<double>(sizes.size())});
}

TEST(Noise, is_the_deviation_of_normal_numbers) {
  for (const double deviation : {1e-6, 0.1, 1.0, 1e5})
    EXPECT_NEAR(noise_in(normal_sizes(100000, deviation, 1)) / deviation, 1.0, 0.01);
}

TEST(Noise, is_not_moved_by_half_of_gross_errors) {
  for (const double gross : {20.0, 1e3, 1e9}) {
    std::vector<double> sizes = normal_sizes(40000, 1.0, 2);
    for (std::size_t k = 0; k < sizes.size(); k += 2)
      sizes[k] = gross * (1 + static_cast<double>(k) / static_cast<double>(sizes.size()));
    EXPECT_NEAR(noise_in(sizes), 1.0, 0.02);
  }
  // Gross errors that are spread evenly over fifty deviations: one in ten lies within five.
  std::vector<double> sizes = normal_sizes(40000, 1.0, 3);
  for (std::size_t k = 0; k < sizes.size(); k += 2)
    sizes[k] = 50.0 * static_cast<double>(k) / static_cast<double>(sizes.size());
  EXPECT_NEAR(noise_in(sizes), 1.0, 0.06);
}

TEST(Noise, leaves_out_entries_that_fit_exactly) {
  std::vector<double> sizes = normal_sizes(20000, 1.0, 4);
  sizes.resize(50000, 0.0);
  EXPECT_NEAR(noise_in(sizes), 1.0, 0.02);
  EXPECT_EQ(noise_in(std::vector<double>(100, 0.0)), 0.0);
  EXPECT_EQ(noise_in({}), 0.0);
  EXPECT_EQ(noise_in(std::vector<double>(100, 1e-15)), 0.0);
  EXPECT_EQ(noise_in({std::nan(""), std::nan("")}), 0.0);
}

TEST(Noise, makes_up_for_what_the_fit_has_used) {
  // Residuals of least squares with 300 values chosen for 1000 entries have 0.7 of the variance.
  const std::vector<double> sizes = normal_sizes(200000, std::sqrt(0.7), 5);
  EXPECT_NEAR(ResidualSizes(sizes, 1.0).noise({.entries = 1000, .parameters = 300}), 1.0, 0.01);
  // l1 interpolates as many, and has 1 - (2 - pi / 2) 0.3 of it.
  const Used by_l1{.entries = 1000, .parameters = 300, .excess = M_PI / 2};
  const std::vector<double> left = normal_sizes(200000, std::sqrt(1 - (2 - M_PI / 2) * 0.3), 6);
  EXPECT_NEAR(ResidualSizes(left, 1.0).noise(by_l1), 1.0, 0.01);
}

TEST(Noise, more_values_than_entries_give_no_infinite_noise) {
  const double noise =
      ResidualSizes(normal_sizes(1000, 1.0, 7), 1.0).noise({.entries = 10, .parameters = 90});
  EXPECT_GT(noise, 1.0);
  EXPECT_LT(noise, 5.0);
}

TEST(FreeValues, are_what_a_basis_leaves_open_or_zeros_and_ties_do) {
  test::Random random(8);
  Factors factors{test::normal_matrix(30, 4, random), test::normal_matrix(20, 4, random)};
  EXPECT_EQ(free_values(factors), 4 * (30 + 20 - 4));
  for (Index i = 0; i < 30; ++i) factors.u(i, 0) = factors.u(i, 1) = 0;
  for (Index j = 0; j < 20; ++j) factors.v(j, 0) = factors.v(j, 1) = factors.v(j, 2);
  EXPECT_EQ(free_values(factors), 30 * 2 + 20 * 2);
}

}  // namespace
}  // namespace grmf::internal
