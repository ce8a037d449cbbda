#pragma once

#include <optional>
#include <span>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// How far an estimate L is from the truth Y0, over the entries where the truth is not NaN.
struct Score {
  double rmae = 0.0;  ///< relative mean absolute error: sum |Y0 - L| / sum |Y0|, that of the paper
  /// Relative squared error: |Y0 - L|_F^2 / |Y0|_F^2. The paper's authors call it RMSE.
  double rse = 0.0;
  double re = 0.0;                  ///< relative error, the root of rse: |Y0 - L|_F / |Y0|_F
  double mae = 0.0;                 ///< mean absolute error: mean |Y0 - L|
  double mse = 0.0;                 ///< mean squared error: mean (Y0 - L)^2
  double rmse = 0.0;                ///< root mean squared error, the root of mse
  std::optional<double> psnr = {};  ///< in dB, for pictures; empty where the estimate is exact
  std::optional<double> ssim = {};  ///< for pictures of at least 11 x 11 without gaps
};

/// Compares an estimate with the truth. `peak` is the largest value a pixel can have (255 or
/// 65535); 0 means that they are no pictures, so there is no PSNR and no SSIM. Throws Error when
/// the shapes differ, the truth is all missing or 0, an entry is not finite, or the entries are so
/// large or small that a measure would not be finite.
GRMF_EXPORT Score score(const Matrix& truth, const Matrix& estimate, double peak = 0.0);
/// Compares all channels of a picture, at least one and all of one shape. SSIM is the mean over the
/// channels.
GRMF_EXPORT Score score(std::span<const Matrix> truth, std::span<const Matrix> estimate,
                        double peak = 0.0);

}  // namespace grmf
