#include "image/channels.h"

#include <gtest/gtest.h>

#include "grmf/measures.h"
#include "support/refusal.h"

namespace grmf {
namespace {

TEST(Channels, stand_side_by_side_and_come_apart_again) {
  const std::vector<Matrix> channels = {Matrix{{1, 2}, {3, 4}}, Matrix{{5, 6}, {7, 8}},
                                        Matrix{{9, 10}, {11, 12}}};
  const Matrix joined = internal::side_by_side(channels);
  EXPECT_EQ(joined, (Matrix{{1, 2, 5, 6, 9, 10}, {3, 4, 7, 8, 11, 12}}));
  EXPECT_EQ(internal::taken_apart(joined, 3), channels);
  EXPECT_EQ(internal::side_by_side(std::span(channels).first(1)), channels.front());
}

Matrix ramp(Index rows, Index cols, double start, double step) {
  Matrix picture(rows, cols);
  for (Index k = 0; k < picture.size(); ++k)
    picture.data()[k] = start + step * static_cast<double>(k % 37);
  return picture;
}

TEST(Channels, are_scored_over_all_their_pixels_and_by_the_mean_of_their_ssim) {
  const std::vector<Matrix> truth = {ramp(14, 12, 3, 2), ramp(14, 12, 90, 1), Matrix(14, 12)};
  const std::vector<Matrix> estimate = {ramp(14, 12, 5, 2), ramp(14, 12, 90, 1.5),
                                        Matrix(14, 12, 9)};
  const Score all = score(truth, estimate, 255);
  const Score joined = score(internal::side_by_side(truth), internal::side_by_side(estimate), 255);
  EXPECT_DOUBLE_EQ(all.rmae, joined.rmae);
  EXPECT_DOUBLE_EQ(all.rse, joined.rse);
  EXPECT_DOUBLE_EQ(all.rmse, joined.rmse);
  EXPECT_DOUBLE_EQ(*all.psnr, *joined.psnr);
  const auto only = [&](std::size_t c) {
    return *score(std::span(truth).subspan(c, 1), std::span(estimate).subspan(c, 1), 255).ssim;
  };
  // A channel that is black all over has no relative error, but its SSIM counts like any other.
  const double black = (0.01 * 255) * (0.01 * 255) / (81 + (0.01 * 255) * (0.01 * 255));
  EXPECT_NEAR(*all.ssim, (only(0) + only(1) + black) / 3, 1e-12);
}

TEST(Channels, of_another_number_or_shape_are_not_scored) {
  const std::vector<Matrix> colour(3, Matrix(2, 4, 1.0));
  EXPECT_THAT([&] { score(colour, std::span(colour).first(1)); },
              test::refuses(ErrorCode::invalid_data, "2 x 4 x 3", "estimate 2 x 4;"));
}

}  // namespace
}  // namespace grmf
