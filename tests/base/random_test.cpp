#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

constexpr std::uint64_t draws = 100000;

template <class Draw>
std::vector<double> sample(Draw draw, std::uint64_t seed, std::uint64_t stream) {
  std::vector<double> values;
  for (std::uint64_t k = 0; k < draws; ++k) values.push_back(draw(seed, stream, k));
  return values;
}

/// The mean of x^power.
double moment(const std::vector<double>& values, int power) {
  double sum = 0.0;
  for (const double x : values) sum += std::pow(x, power);
  return sum / static_cast<double>(values.size());
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum / static_cast<double>(a.size());
}

/// Six standard errors of the mean of draws with this deviation.
double bound(double deviation) { return 6 * deviation / std::sqrt(static_cast<double>(draws)); }

TEST(Random, mix_is_splitmix64) {
  // Outputs of the reference implementation by Vigna, whose k-th output is mix(seed + k * golden
  // gamma).
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  EXPECT_EQ(mix(0), 0xe220a8397b1dcdafU);
  EXPECT_EQ(mix(golden), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(mix(2 * golden), 0x06c45d188009454fU);
  EXPECT_EQ(mix(1234567), 6457827717110365317U);
  EXPECT_EQ(mix(1234567 + golden), 3203168211198807973U);
  EXPECT_EQ(mix(1234567 + 2 * golden), 9817491932198370423U);
}

TEST(Random, bits_have_known_values) {
  // Values of another implementation, in Python.
  constexpr std::uint64_t ones = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(random_bits(0, 0, 0), 0x238275bc38fcbe91U);
  EXPECT_EQ(random_bits(0, 0, 1), 0x2f32a78496c67c60U);
  EXPECT_EQ(random_bits(0, 1, 0), 0x44e5b98100c67fb0U);
  EXPECT_EQ(random_bits(1, 0, 0), 0xb18a02f46d8d86c3U);
  EXPECT_EQ(random_bits(42, 7, 123456789), 0x258d21a72d150ebfU);
  EXPECT_EQ(random_bits(ones, ones, ones), 0x595b17f487c0e71bU);
}

TEST(Random, numbers_are_the_same_in_any_order) {
  std::vector<double> forwards(1000);
  std::vector<double> backwards(1000);
  for (std::size_t k = 0; k < 1000; ++k) forwards[k] = random_normal(1, 2, k);
  for (std::size_t k = 1000; k-- > 0;) backwards[k] = random_normal(1, 2, k);
  EXPECT_EQ(forwards, backwards);
}

TEST(Random, places_do_not_repeat_each_other) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t stream = 0; stream < 20; ++stream) {
      for (std::uint64_t k = 0; k < 20; ++k) seen.insert(random_bits(seed, stream, k));
    }
  }
  EXPECT_EQ(seen.size(), 8000U);
}

TEST(Random, every_bit_is_set_half_of_the_time) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    double set = 0.0;
    for (std::uint64_t k = 0; k < draws; ++k) {
      set += static_cast<double>(random_bits(9, 0, k) >> bit & 1U);
    }
    EXPECT_NEAR(set / static_cast<double>(draws), 0.5, bound(0.5)) << "bit " << bit;
  }
}

TEST(Random, uniform_lies_in_the_unit_interval_on_a_grid) {
  for (const double u : sample(random_uniform, 3, 0)) {
    EXPECT_GE(u, 0.0);
    EXPECT_LT(u, 1.0);
    EXPECT_EQ(u * 0x1p53, std::floor(u * 0x1p53));
  }
}

TEST(Random, uniform_has_its_moments) {
  const std::vector<double> u = sample(random_uniform, 3, 0);
  EXPECT_NEAR(moment(u, 1), 1.0 / 2, bound(std::sqrt(1.0 / 12)));
  EXPECT_NEAR(moment(u, 2), 1.0 / 3, bound(std::sqrt(1.0 / 5 - 1.0 / 9)));
  EXPECT_NEAR(moment(u, 3), 1.0 / 4, bound(std::sqrt(1.0 / 7 - 1.0 / 16)));
}

TEST(Random, normal_has_its_moments) {
  // E x^p is 0, 1, 0, 3; the variance of x^p is 1, 2, 15, 96.
  const std::vector<double> x = sample(random_normal, 3, 0);
  EXPECT_NEAR(moment(x, 1), 0.0, bound(1.0));
  EXPECT_NEAR(moment(x, 2), 1.0, bound(std::sqrt(2.0)));
  EXPECT_NEAR(moment(x, 3), 0.0, bound(std::sqrt(15.0)));
  EXPECT_NEAR(moment(x, 4), 3.0, bound(std::sqrt(96.0)));
}

TEST(Random, normal_has_its_distribution) {
  std::vector<double> x = sample(random_normal, 11, 0);
  std::sort(x.begin(), x.end());
  double distance = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double expected = 0.5 * std::erfc(-x[k] / std::sqrt(2.0));
    const double empirical = static_cast<double>(k) / static_cast<double>(draws);
    distance = std::max(distance, std::abs(expected - empirical));
  }
  // The bound of the Kolmogorov-Smirnov test, exceeded by chance less than once in 10^7.
  EXPECT_LT(distance, 3.0 / std::sqrt(static_cast<double>(draws)));
}

TEST(Random, streams_seeds_and_neighbours_are_uncorrelated) {
  const std::vector<double> x = sample(random_normal, 5, 0);
  std::vector<double> next(x.begin() + 1, x.end());
  next.push_back(x.front());
  EXPECT_LT(std::abs(correlation(x, sample(random_normal, 5, 1))), bound(1.0));
  EXPECT_LT(std::abs(correlation(x, sample(random_normal, 6, 0))), bound(1.0));
  EXPECT_LT(std::abs(correlation(x, next)), bound(1.0));
}

}  // namespace
}  // namespace grmf::internal
