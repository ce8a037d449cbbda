#include "grmf/corrupt.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace grmf {
namespace {

using test::refuses;

/// The documented generator, written a second time.
double documented_u(std::uint64_t seed, std::uint64_t picture, std::uint64_t k) {
  const auto mix = [](std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  };
  return static_cast<double>(mix(mix(mix(seed) ^ picture) ^ k) >> 11) / 9007199254740992.0;
}

TEST(Corrupt, is_the_documented_function_of_seed_picture_and_pixel) {
  const Matrix noisy = corrupt(Matrix(40, 30, 100.0), 0.5, 255.0, 7, 3);
  for (Index k = 0; k < noisy.size(); ++k) {
    const double u = documented_u(7, 3, static_cast<std::uint64_t>(k));
    const double expected = u < 0.25 ? 0.0 : (u < 0.5 ? 255.0 : 100.0);
    EXPECT_EQ(noisy.data()[k], expected) << k;
  }
}

TEST(Corrupt, destroys_the_share_asked_for_half_salt_half_pepper) {
  const Index n = 100000;
  const Matrix noisy = corrupt(Matrix(1, n, 100.0), 0.3, 255.0, 1);
  Index salt = 0;
  Index pepper = 0;
  for (const double pixel : noisy.values()) {
    salt += pixel == 255.0 ? 1 : 0;
    pepper += pixel == 0.0 ? 1 : 0;
  }
  // The bound is five standard deviations of a binomial count.
  EXPECT_NEAR(static_cast<double>(salt), 15000.0, 5 * 113.0);
  EXPECT_NEAR(static_cast<double>(pepper), 15000.0, 5 * 113.0);
}

TEST(Corrupt, nothing_at_0_and_everything_at_1) {
  const Matrix picture(10, 10, 100.0);
  EXPECT_EQ(corrupt(picture, 0.0, 255.0, 1), picture);
  const Matrix noisy = corrupt(picture, 1.0, 255.0, 1);
  for (const double pixel : noisy.values()) EXPECT_NE(pixel, 100.0);
}

TEST(Corrupt, a_larger_ratio_keeps_the_pixels_already_destroyed) {
  const Matrix picture(50, 50, 100.0);
  const Matrix less = corrupt(picture, 0.2, 255.0, 9);
  const Matrix more = corrupt(picture, 0.6, 255.0, 9);
  for (Index k = 0; k < picture.size(); ++k) {
    if (less.data()[k] != 100.0) {
      EXPECT_NE(more.data()[k], 100.0);
    }
  }
}

TEST(Corrupt, seeds_and_picture_numbers_differ) {
  const Matrix picture(20, 20, 100.0);
  EXPECT_NE(corrupt(picture, 0.5, 255.0, 1), corrupt(picture, 0.5, 255.0, 2));
  EXPECT_NE(corrupt(picture, 0.5, 255.0, 1, 0), corrupt(picture, 0.5, 255.0, 1, 1));
}

TEST(Corrupt, refuses_ratios_that_are_no_share) {
  EXPECT_THAT([] { corrupt(Matrix(2, 2), 1.5, 255.0, 1); },
              refuses(ErrorCode::out_of_range, "ratio is 1.5", "from 0 to 1"));
  EXPECT_THAT([] { corrupt(Matrix(2, 2), 0.5, 0.0, 1); },
              refuses(ErrorCode::out_of_range, "peak is 0", "greater than 0"));
}

}  // namespace
}  // namespace grmf
