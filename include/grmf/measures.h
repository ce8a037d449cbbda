#pragma once

#include <optional>
#include <span>

#include "grmf/matrix.h"

namespace grmf {

/// How far an estimate L is from the truth Y0, over the entries where the truth is not NaN.
struct Score {
  double rmae = 0.0;  ///< sum |Y0 - L| / sum |Y0|: the paper's figure
  double rmse = 0.0;  ///< |Y0 - L|_F^2 / |Y0|_F^2 (the authors' definition, without a root)
  double re = 0.0;    ///< |Y0 - L|_F / |Y0|_F
  double mae = 0.0;   ///< mean |Y0 - L|
  double mse = 0.0;   ///< mean (Y0 - L)^2
  std::optional<double> psnr = {};  ///< in dB, for pictures; empty where the estimate is exact
  std::optional<double> ssim = {};  ///< for pictures of at least 11 x 11 without gaps
};

/// `peak` is the largest value a pixel can have (255 or 65535); 0: not a picture, no PSNR and SSIM.
/// Throws Error when the shapes differ, the truth is all missing or 0, one of them is not finite, or
/// their sizes are such that a measure would not be.
Score score(const Matrix& truth, const Matrix& estimate, double peak = 0.0);
/// The same over all channels of a picture, at least one and all of one shape; SSIM is the mean of
/// theirs.
Score score(std::span<const Matrix> truth, std::span<const Matrix> estimate, double peak = 0.0);

}  // namespace grmf
