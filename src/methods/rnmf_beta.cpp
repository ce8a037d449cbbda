#include "methods/rnmf_beta.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/random.h"
#include "data/dense_copy.h"
#include "data/negative_entries.h"
#include "data/unit.h"
#include "engine/cpu/panel_kernels.h"
#include "linalg/dense.h"

namespace grmf::internal {
namespace {

constexpr std::uint64_t stream = 0x726e6d66;
/// Outliers below this become 0, because their squares would be subnormal, which takes a processor
/// a hundred times as long.
constexpr double least_outlier = 1e-150;

void normalise_columns_of_a(Matrix& v) {
  for (Index j = 0; j < v.rows(); ++j) {
    double sum = 0.0;
    for (const double value : v.row(j)) sum += value;
    if (sum == 0) continue;
    for (Index l = 0; l < v.cols(); ++l) v(j, l) /= sum;
  }
}

/// The norms of the columns, summed row by row, as the matrix lies in memory.
Eigen::ArrayXd column_norms(const Matrix& a) {
  Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(a.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    const double* row = a.row(i).data();
    for (Index j = 0; j < a.cols(); ++j) squares(j) += row[j] * row[j];
  }
  return squares.sqrt();
}

bool has_zero(const Matrix& y) {
  return std::find(y.values().begin(), y.values().end(), 0.0) != y.values().end();
}

double largest_of(const Matrix& a) {
  return a.empty() ? 0.0 : *std::max_element(a.values().begin(), a.values().end());
}

/// x <- x n / p, entry by entry, where p > 0.
void multiply_by_quotients(Matrix& x, const Dense& n, const Dense& p) {
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index l = 0; l < x.cols(); ++l) {
      if (p(i, l) > 0) x(i, l) *= n(i, l) / p(i, l);
    }
  }
}

}  // namespace

std::string RnmfBeta::refusal(const Data& data) {
  if (!data.plain()) {
    return "rnmf with variant=beta takes neither missing entries nor weights; use variant=zhang, "
           "or fill the gaps";
  }
  const NegativeEntries negative = negative_entries(data);
  if (negative.count == 0) return {};
  return "negative entry at " + data.names().entry(negative.row, negative.col) +
         "; rnmf with variant=beta takes entries of at least 0; use variant=zhang";
}

RnmfBeta::RnmfBeta(const Data& data, Factors start, std::uint64_t seed)
    : factors_(std::move(start)),
      y_(dense_copy(data)),
      has_zero_(has_zero(y_)),
      r_(data.rows(), data.cols()),
      low_rank_(data.rows(), data.cols()),
      ratio_(data.rows(), data.cols()),
      inverse_(data.rows(), data.cols()),
      floor_(unit_of(data) * std::numeric_limits<double>::epsilon()),
      // Next to zeros of Y the updates divide by nearly 0; once M is this large, it does not come
      // back.
      ceiling_(1e6 * largest_of(y_)) {
  for (Index k = 0; k < r_.size(); ++k)
    r_.data()[k] = random_uniform(seed, stream, static_cast<std::uint64_t>(k));
  refresh_product();
  before_ = divergence();
}

void RnmfBeta::visit_iteration(StateArchive& archive) {
  archive(factors_);
  archive(r_);
  archive(before_);
  if (archive.reading()) refresh_product();
}

IterationStep RnmfBeta::step() {
  const Factors factors = factors_;
  last_r_ = r_;
  update_r();
  refresh_quotients();
  update_a();
  refresh_product();
  update_m();
  refresh_product();
  const double now = divergence();
  if (std::isnan(now) || largest_of(factors_.u) > ceiling_) {
    factors_ = factors;
    r_ = last_r_;
    return {.objective = before_, .change = std::numeric_limits<double>::quiet_NaN()};
  }
  // The objective is infinite where Y has zeros; then only the cap ends the run.
  double change = std::numeric_limits<double>::max();
  if (std::isfinite(now)) change = before_ > 0 ? std::abs(before_ - now) / before_ : 0.0;
  before_ = now;
  return {.objective = now, .change = change};
}

void RnmfBeta::refresh_product() {
  const RowMajorDense a = view(factors_.v).transpose();
  for (Index i = 0; i < r_.rows(); ++i) {
    double* low_rank = low_rank_.row(i).data();
    std::fill_n(low_rank, r_.cols(), 0.0);
    for (Index l = 0; l < a.rows(); ++l) {
      const double m = factors_.u(i, l);
      const double* a_l = a.row(l).data();
      for (Index j = 0; j < r_.cols(); ++j) low_rank[j] += m * a_l[j];
    }
  }
  refresh_quotients();
}

void RnmfBeta::refresh_quotients() {
  for (Index k = 0; k < r_.size(); ++k) {
    const double inverse = 1 / (low_rank_.data()[k] + r_.data()[k] + floor_);
    inverse_.data()[k] = inverse;
    ratio_.data()[k] = y_.data()[k] * inverse * inverse;
  }
}

/// R <- R o (Y / Yhat^2) / (1 / Yhat + R / |r_j|)
void RnmfBeta::update_r() {
  Eigen::ArrayXd norms = column_norms(r_);
  norms = (norms == 0).select(1.0, norms);  // such a column stays 0
  for (Index i = 0; i < r_.rows(); ++i) {
    double* r = r_.row(i).data();
    const double* ratio = ratio_.row(i).data();
    const double* inverse = inverse_.row(i).data();
    for (Index j = 0; j < r_.cols(); ++j) {
      const double updated = r[j] * ratio[j] / (inverse[j] + r[j] / norms(j));
      r[j] = updated < least_outlier ? 0.0 : updated;
    }
  }
}

/// A <- A o Gn / Gp, where Gn and Gp are the negative and positive parts of the gradient. Then the
/// columns of A are scaled to the sum 1.
void RnmfBeta::update_a() {
  Matrix& v = factors_.v;
  const auto u = view(factors_.u);
  const auto low_rank = view(low_rank_);
  const auto ratio = view(ratio_);
  const auto inverse = view(inverse_);
  Dense n = ratio.transpose() * u;
  Dense p = inverse.transpose() * u;
  n.colwise() += low_rank.cwiseProduct(inverse).colwise().sum().transpose();
  p.colwise() += low_rank.cwiseProduct(ratio).colwise().sum().transpose();
  multiply_by_quotients(v, n, p);
  normalise_columns_of_a(v);
}

/// M <- M o ((Y / Yhat^2) A^T) / ((1 / Yhat) A^T)
void RnmfBeta::update_m() {
  const auto v = view(factors_.v);
  multiply_by_quotients(factors_.u, view(ratio_) * v, view(inverse_) * v);
}

/// sum_ij (q - log q - 1) + sum_j |r_j|, q = y / yhat
double RnmfBeta::divergence() const {
  const double of_r = column_norms(r_).sum();
  if (has_zero_) {
    const double q = view(y_).cwiseProduct(view(inverse_)).sum() + of_r;
    return std::isnan(q) ? q : std::numeric_limits<double>::infinity();
  }
  return panel_kernels().divergence(y_.data(), inverse_.data(), y_.size()) + of_r;
}

}  // namespace grmf::internal
