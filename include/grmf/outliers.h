#pragma once

#include <vector>

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// An entry that the low-rank part does not explain.
struct Outlier {
  Index row = 0;
  Index col = 0;
  double value = 0.0;     ///< y
  double estimate = 0.0;  ///< u . v
  double score = 0.0;     ///< |y - u . v|
};

/// How far every entry is from u v^T, and which are too far to be noise.
struct OutlierScores {
  Matrix scores;  ///< |y - u . v|; NaN where missing
  /// Four standard deviations of the noise. The deviation is estimated from the lower quartile of
  /// the scores as if noise were normal, so that it holds with up to three in four entries
  /// destroyed; entries that fit exactly are left out. The threshold is at least a thousandth of
  /// the median |y|.
  double threshold = 0.0;
  Index count = 0;             ///< number of observed entries above the threshold
  std::vector<Outlier> worst;  ///< entries above the threshold, largest score first
};

/// Scores Y against u v^T; the list `worst` has at most `worst` entries. Throws Error where the
/// shapes differ.
GRMF_EXPORT OutlierScores outlier_scores(const Data& data, const Matrix& u, const Matrix& v,
                                         Index worst = 20);

}  // namespace grmf
