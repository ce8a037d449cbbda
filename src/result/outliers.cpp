#include "grmf/outliers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "result/misfit.h"
#include "grmf/error.h"
#include "grmf/fit.h"

namespace grmf {
namespace {

void check_shapes(const Data& data, const Matrix& u, const Matrix& v) {
  if (u.rows() == data.rows() && v.rows() == data.cols() && u.cols() == v.cols()) return;
  throw Error(ErrorCode::invalid_data,
              "the model is for data of " + std::to_string(u.rows()) + " x " +
                  std::to_string(v.rows()) + ", the data are " + std::to_string(data.rows()) +
                  " x " + std::to_string(data.cols()) + "; give the data the model was fitted to");
}

double threshold_of(std::vector<double> observed, double scale) {
  constexpr double deviations = 4.0;
  constexpr double negligible = 1e-3;  // a fit is not made to more
  return std::max(deviations * internal::misfit(std::move(observed), scale), negligible * scale);
}

}  // namespace

OutlierScores outlier_scores(const Data& data, const Matrix& u, const Matrix& v, Index worst) {
  check_shapes(data, u, v);
  const Matrix estimate = multiply_transposed(u, v);
  OutlierScores result;
  result.scores = Matrix(data.rows(), data.cols(), std::numeric_limits<double>::quiet_NaN());
  std::vector<double> observed;
  std::vector<Outlier> entries;
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      if (data.weight(i, j) == 0) continue;
      const double y = data.y()(i, j);
      const double score = std::abs(y - estimate(i, j));
      result.scores(i, j) = score;
      observed.push_back(score);
      entries.push_back({i, j, y, estimate(i, j), score});
    }
  }
  result.threshold = threshold_of(observed, data.scale());
  std::erase_if(entries, [&](const Outlier& entry) { return !(entry.score > result.threshold); });
  result.count = static_cast<Index>(entries.size());
  // Of equal scores the first in reading order comes first.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Outlier& a, const Outlier& b) { return a.score > b.score; });
  if (worst < result.count) entries.resize(static_cast<std::size_t>(std::max<Index>(worst, 0)));
  result.worst = std::move(entries);
  return result;
}

OutlierScores Result::outlier_scores(const Data& data, Index worst) const {
  return grmf::outlier_scores(data, u, v, worst);
}

}  // namespace grmf
