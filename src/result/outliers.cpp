#include "grmf/outliers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "grmf/error.h"
#include "grmf/fit.h"
#include "grmf/option.h"
#include "result/noise.h"

namespace grmf {
namespace {

// No fit is more accurate than this share of the unit, and this share of a large entry, which a
// ridge makes smaller. Four deviations of such noise are a thousandth of the unit.
constexpr double negligible = 2.5e-4;
constexpr double negligible_share = 2.5e-6;

void check_shapes(const Data& data, const Matrix& u, const Matrix& v) {
  if (u.rows() == data.rows() && v.rows() == data.cols() && u.cols() == v.cols()) return;
  throw Error(ErrorCode::invalid_data,
              "the model is for data of " + std::to_string(u.rows()) + " x " +
                  std::to_string(v.rows()) + ", the data are " + std::to_string(data.rows()) +
                  " x " + std::to_string(data.cols()) + "; give the data the model was fitted to");
}

void check_options(const Data& data, const OutlierOptions& options) {
  if (!options.least_noise.empty() && std::ssize(options.least_noise) != data.cols()) {
    throw Error(ErrorCode::invalid_data, "least_noise has " +
                                             std::to_string(options.least_noise.size()) +
                                             " numbers, the data " + std::to_string(data.cols()) +
                                             " columns; give one for every column, or none");
  }
  const double deviations = options.deviations;
  if (deviations > 0 && std::isfinite(deviations)) return;
  throw Error(
      ErrorCode::out_of_range,
      "option deviations is " + to_string(OptionValue(deviations)) + "; it must be greater than 0",
      ErrorSubject::option);
}

std::vector<double> observed_in(std::span<const double> scores) {
  std::vector<double> observed;
  std::copy_if(scores.begin(), scores.end(), std::back_inserter(observed),
               [](double score) { return !std::isnan(score); });
  return observed;
}

/// x_i^T (X^T X)^-1 x_i for every row: which share of a value of its own the row has in the fit,
/// from 0 to 1. A line that has a column of the factor to itself has 1.
std::vector<double> leverages(const Matrix& factor) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Dense> x(factor.data(), factor.rows(), factor.cols());
  const Dense inverse = Dense(x.transpose() * x).completeOrthogonalDecomposition().pseudoInverse();
  std::vector<double> shares;
  for (Index i = 0; i < factor.rows(); ++i) {
    const double share = x.row(i) * inverse * x.row(i).transpose();
    shares.push_back(std::clamp(share, 0.0, 1.0));
  }
  return shares;
}

/// The deviation of the noise of every row; 0 where there are too few entries to tell. `own` and
/// `others` are the leverages of the rows and of the columns.
std::vector<double> noise_of_rows(const Matrix& scores, const std::vector<double>& own,
                                  const std::vector<double>& others, double unit) {
  constexpr std::size_t enough = 10;
  const double others_in_all = std::accumulate(others.begin(), others.end(), 0.0);
  std::vector<double> noise;
  for (Index i = 0; i < scores.rows(); ++i) {
    std::vector<double> observed = observed_in(scores.row(i));
    const auto entries = static_cast<double>(observed.size());
    const double by_others = others_in_all * entries / static_cast<double>(scores.cols());
    const internal::Used used{.entries = entries,
                              .parameters = own[i] * entries + (1 - own[i]) * by_others};
    const bool tells = observed.size() >= enough;
    noise.push_back(tells ? internal::ResidualSizes(std::move(observed), unit).noise(used) : 0.0);
  }
  return noise;
}

/// The deviation by which an entry is away from what the others predict, in the units of the
/// scores.
class Noise {
 public:
  Noise(const Matrix& scores, const Factors& factors, double unit, const OutlierOptions& options) {
    whole_ = options.noise ? *options.noise : noise_of_all(scores, factors, unit);
    if (options.noise_of == NoiseOf::all) return;
    rows_ = leverages(factors.u);
    columns_ = leverages(factors.v);
    by_columns_ = options.noise_of == NoiseOf::columns;
    lines_ = by_columns_ ? noise_of_rows(transposed(scores), columns_, rows_, unit)
                         : noise_of_rows(scores, rows_, columns_, unit);
  }

  [[nodiscard]] double whole() const { return whole_; }
  [[nodiscard]] double at(Index i, Index j) const {
    if (lines_.empty()) return whole_;
    // The less the other entries tell of this one, the worse they predict it.
    constexpr double least_left = 0.05;
    const double left = std::max((1 - rows_[i]) * (1 - columns_[j]), least_left);
    return std::max(whole_, lines_[by_columns_ ? j : i]) / std::sqrt(left);
  }

 private:
  static double noise_of_all(const Matrix& scores, const Factors& factors, double unit) {
    std::vector<double> observed = observed_in(scores.values());
    const internal::Used used{.entries = static_cast<double>(observed.size()),
                              .parameters = internal::free_values(factors)};
    return internal::ResidualSizes(std::move(observed), unit).noise(used);
  }

  double whole_ = 0.0;
  bool by_columns_ = false;
  std::vector<double> lines_;  ///< the noise of every column or row; empty where one is for all
  std::vector<double> rows_;   ///< leverages
  std::vector<double> columns_;
};

/// u_i . v_j, the estimate of entry (i, j).
double estimate_of(const Matrix& u, const Matrix& v, Index i, Index j) {
  const auto u_i = u.row(i);
  return std::inner_product(u_i.begin(), u_i.end(), v.row(j).begin(), 0.0);
}

/// Whether `a` is listed before `b`: more deviations come first, and outliers with equally many are
/// in reading order.
bool comes_before(const Outlier& a, const Outlier& b) {
  return std::tuple(-std::abs(a.deviations), a.row, a.col) <
         std::tuple(-std::abs(b.deviations), b.row, b.col);
}

/// Keeps the first `most` of all outliers it is given, in a heap whose top is the last one kept.
class WorstFirst {
 public:
  explicit WorstFirst(Index most) : most_(std::max<Index>(most, 0)) {}

  void add(const Outlier& outlier) {
    if (most_ == 0) return;
    if (std::ssize(heap_) == most_) {
      if (!comes_before(outlier, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), comes_before);
      heap_.pop_back();
    }
    heap_.push_back(outlier);
    std::push_heap(heap_.begin(), heap_.end(), comes_before);
  }

  std::vector<Outlier> sorted() && {
    std::sort_heap(heap_.begin(), heap_.end(), comes_before);
    return std::move(heap_);
  }

 private:
  Index most_;
  std::vector<Outlier> heap_;
};

}  // namespace

OutlierScores outlier_scores(const Data& data, const Matrix& u, const Matrix& v,
                             const OutlierOptions& options) {
  check_shapes(data, u, v);
  check_options(data, options);
  const Data even = data.divided(options.sizes);
  OutlierScores result;
  result.scores = Matrix(data.rows(), data.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      if (data.weight(i, j) == 0) continue;
      result.scores(i, j) = std::abs(even.y(i, j) - estimate_of(u, v, i, j));
    }
  }
  const Noise noise(result.scores, {u, v}, even.scale(), options);
  const double least_of_all = std::max(noise.whole(), negligible * even.scale());
  result.threshold = options.deviations * least_of_all;
  WorstFirst list(options.worst);
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      const double size = options.sizes.at(i, j);
      const double score = result.scores(i, j);
      result.scores(i, j) *= size;
      if (!(score > result.threshold)) continue;
      const double estimate = estimate_of(u, v, i, j);
      const double least = options.least_noise.empty() ? 0.0 : options.least_noise[j] / size;
      const double deviation =
          std::max({least_of_all, noise.at(i, j), least, negligible_share * std::abs(estimate)});
      if (!(score > options.deviations * deviation)) continue;
      ++result.count;
      list.add({.row = i,
                .col = j,
                .value = data.y(i, j),
                .estimate = estimate * size,
                .score = result.scores(i, j),
                .deviations = (even.y(i, j) - estimate) / deviation});
    }
  }
  result.worst = std::move(list).sorted();
  return result;
}

OutlierScores Result::outlier_scores(const Data& data, OutlierOptions options) const {
  if (!options.noise) options.noise = noise;
  return grmf::outlier_scores(data, u, v, options);
}

}  // namespace grmf
