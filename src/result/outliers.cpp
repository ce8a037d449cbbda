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

#include "grmf/error.h"
#include "grmf/fit.h"
#include "grmf/option.h"
#include "result/noise.h"

namespace grmf {
namespace {

// No fit is more accurate than this share of the unit, and this share of a large entry, which a
// ridge makes smaller.
constexpr double negligible = 1e-3;
constexpr double negligible_share = 1e-5;

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

/// The deviation of the noise of some entries, of which `observed` are the distances. Each has
/// taken its share of the values that the fit could choose.
double noise_of(std::vector<double> observed, double free_values_per_entry, double unit) {
  const auto entries = static_cast<double>(observed.size());
  const internal::Used used{.entries = entries, .parameters = free_values_per_entry * entries};
  return internal::ResidualSizes(std::move(observed), unit).noise(used);
}

std::vector<double> observed_in(std::span<const double> scores) {
  std::vector<double> observed;
  std::copy_if(scores.begin(), scores.end(), std::back_inserter(observed),
               [](double score) { return !std::isnan(score); });
  return observed;
}

/// The noise of every row; 0 where there are too few entries to tell.
std::vector<double> noise_of_rows(const Matrix& scores, double free_values_per_entry, double unit) {
  constexpr std::size_t enough = 10;
  std::vector<double> noise;
  for (Index i = 0; i < scores.rows(); ++i) {
    std::vector<double> observed = observed_in(scores.row(i));
    noise.push_back(observed.size() < enough
                        ? 0.0
                        : noise_of(std::move(observed), free_values_per_entry, unit));
  }
  return noise;
}

/// The deviation of the noise of every entry, in the units of the scores.
class Noise {
 public:
  Noise(const Matrix& scores, const Factors& factors, double unit, const OutlierOptions& options) {
    std::vector<double> observed = observed_in(scores.values());
    const double share = internal::free_values(factors) / static_cast<double>(observed.size());
    whole_ = options.noise ? *options.noise : noise_of(std::move(observed), share, unit);
    if (options.noise_of == NoiseOf::rows) rows_ = noise_of_rows(scores, share, unit);
    if (options.noise_of == NoiseOf::columns)
      columns_ = noise_of_rows(transposed(scores), share, unit);
  }

  [[nodiscard]] double whole() const { return whole_; }
  [[nodiscard]] double at(Index i, Index j) const {
    return std::max({whole_, rows_.empty() ? 0.0 : rows_[i], columns_.empty() ? 0.0 : columns_[j]});
  }

 private:
  double whole_ = 0.0;
  std::vector<double> rows_;
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
  result.threshold = std::max(options.deviations * noise.whole(), negligible * even.scale());
  WorstFirst list(options.worst);
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      const double size = options.sizes.at(i, j);
      const double score = result.scores(i, j);
      result.scores(i, j) *= size;
      if (!(score > result.threshold)) continue;
      const double estimate = estimate_of(u, v, i, j);
      const double least = options.least_noise.empty() ? 0.0 : options.least_noise[j] / size;
      const double threshold =
          std::max({result.threshold, options.deviations * std::max(noise.at(i, j), least),
                    negligible_share * std::abs(estimate)});
      if (!(score > threshold)) continue;
      ++result.count;
      list.add({.row = i,
                .col = j,
                .value = data.y(i, j),
                .estimate = estimate * size,
                .score = result.scores(i, j),
                .deviations = (even.y(i, j) - estimate) / threshold * options.deviations});
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
