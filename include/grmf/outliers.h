#pragma once

#include <optional>
#include <vector>

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/matrix.h"
#include "grmf/sizes.h"

namespace grmf {

/// An entry that the low-rank part does not explain.
struct Outlier {
  Index row = 0;
  Index col = 0;
  double value = 0.0;     ///< y
  double estimate = 0.0;  ///< u . v, in the units of y
  double score = 0.0;     ///< |y - estimate|
  double deviations = 0;  ///< (y - estimate) by the deviation of the noise
};

/// How far every entry is from u v^T, and which are too far to be noise.
struct OutlierScores {
  Matrix scores;  ///< |y - estimate|; NaN where missing
  /// Four deviations of the noise, or as many as are asked for. That noise is at least 2.5e-4 of
  /// the median |y| and, for a large entry, 2.5e-6 of its estimate, because no fit is more
  /// accurate. Where the data were scaled, it is in the units of the scaled data.
  double threshold = 0.0;
  Index count = 0;             ///< number of observed entries above the threshold
  std::vector<Outlier> worst;  ///< entries above the threshold, most deviations first
};

/// Whose noise is compared with that of the whole: every row or column of a table may have its own.
enum class NoiseOf { all, columns, rows };

/// What is called an outlier, and how many are listed.
struct OutlierOptions {
  Index worst = 20;         ///< the most entries in the list of the worst
  double deviations = 4.0;  ///< how many deviations of the noise make an outlier, > 0
  /// The deviation of the noise, as Result::noise or a model file tells it. Where it is empty, it
  /// is estimated from the scores, as if U and V were fitted by least squares to the good entries.
  std::optional<double> noise = {};
  /// Where the noise of a column, or row, is larger than that of the whole, it counts there. Half
  /// of its entries may be wrong; it needs ten of them. It also counts how well the other entries
  /// predict one: badly, where a column of a factor is for one row or column of the data alone.
  NoiseOf noise_of = NoiseOf::all;
  /// The sizes that the data were divided by before the fit. The noise is that of scaled data.
  Sizes sizes = {};
  /// The deviation that the noise of each column has at least, in the units of y, such as that of
  /// rounding; empty for none.
  std::vector<double> least_noise = {};
};

/// Scores Y against u v^T, which is an estimate of the scaled data. Throws Error where the shapes
/// differ, or `deviations` is not above 0.
GRMF_EXPORT OutlierScores outlier_scores(const Data& data, const Matrix& u, const Matrix& v,
                                         const OutlierOptions& options = {});

}  // namespace grmf
