#include "image/saturation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "grmf/corrupt.h"

namespace grmf::internal {
namespace {

constexpr std::array values = {0.0, 255.0};

Matrix with_black(Index size, Index black_rows) {
  Matrix picture(size, size, 100.0);
  for (Index i = 0; i < black_rows; ++i) std::ranges::fill(picture.row(i), 0.0);
  return picture;
}

TEST(Saturated, pixels_of_noise_alone_are_never_taken_for_the_picture) {
  for (const double ratio : {0.02, 0.3, 0.5, 0.9}) {
    for (const Index size : {5, 12, 40, 150}) {
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::vector<Matrix> noisy = {corrupt(Matrix(size, size, 100.0), ratio, 255, seed)};
        for (const Saturated& each : saturated(noisy, values))
          EXPECT_EQ(each.of_picture, 0) << ratio << " " << size << " " << seed << " " << each.value;
      }
    }
  }
}

TEST(Saturated, pixels_of_a_region_are_estimated_within_the_noise) {
  for (const double ratio : {0.0, 0.2, 0.5}) {
    for (const Index rows : {20, 60, 120}) {
      const Matrix clean = with_black(200, rows);
      const Matrix noisy = corrupt(clean, ratio, 255, 3);
      // Counts pixels that no noise has hit, and those that noise has left as they were.
      double black = 0;
      double all = 0;
      for (Index k = 0; k < noisy.size(); ++k) {
        all += noisy.data()[k] == 0 ? 1 : 0;
        black += noisy.data()[k] == 0 && clean.data()[k] == 0 ? 1 : 0;
      }
      const auto found = saturated(std::vector<Matrix>{noisy}, values);
      EXPECT_EQ(found[0].count, static_cast<Index>(all));
      EXPECT_NEAR(found[0].of_picture, black / all, 0.05) << ratio << " " << rows;
      EXPECT_GT(found[0].of_picture, 0.1) << ratio << " " << rows;
      EXPECT_EQ(found[1].of_picture, 0) << ratio << " " << rows;
    }
  }
}

TEST(Saturated, channels_count_by_how_many_pixels_they_have) {
  const std::vector<Matrix> both = {corrupt(Matrix(100, 100, 90.0), 0.5, 255, 1),
                                    corrupt(with_black(100, 60), 0.5, 255, 2)};
  const auto one = saturated(std::span(both).last(1), values);
  const auto two = saturated(both, values);
  EXPECT_GT(one[0].of_picture, 0.5);
  EXPECT_LT(two[0].of_picture, one[0].of_picture);
  EXPECT_NEAR(two[0].of_picture * static_cast<double>(two[0].count),
              one[0].of_picture * static_cast<double>(one[0].count), 1e-6);
}

TEST(Saturated, pixels_are_taken_out) {
  Matrix picture{{0, 1, 255}, {254, 0, -1}};
  take_out(picture, values);
  EXPECT_TRUE(std::isnan(picture(0, 0)) && std::isnan(picture(0, 2)) && std::isnan(picture(1, 1)));
  EXPECT_EQ(picture(0, 1), 1);
  EXPECT_EQ(picture(1, 0), 254);
  EXPECT_EQ(picture(1, 2), -1);
}

}  // namespace
}  // namespace grmf::internal
