#include "methods/rnmf_beta.h"

#include <cmath>
#include <limits>

#include "core/random.h"
#include "core/unit.h"

namespace grmf::internal {
namespace {

constexpr std::uint64_t stream = 0x726e6d66;

void normalise_columns_of_a(Matrix& v) {
  for (Index j = 0; j < v.rows(); ++j) {
    double sum = 0.0;
    for (const double value : v.row(j)) sum += value;
    if (sum == 0) continue;
    for (Index l = 0; l < v.cols(); ++l) v(j, l) /= sum;
  }
}

double column_norm(const Matrix& a, Index j) {
  double sum = 0.0;
  for (Index i = 0; i < a.rows(); ++i) sum += a(i, j) * a(i, j);
  return std::sqrt(sum);
}

}  // namespace

RnmfBeta::RnmfBeta(const Data& data, Factors start, std::uint64_t seed)
    : data_(&data),
      factors_(std::move(start)),
      r_(data.rows(), data.cols()),
      low_rank_(data.rows(), data.cols()),
      ratio_(data.rows(), data.cols()),
      inverse_(data.rows(), data.cols()),
      floor_(unit_of(data) * std::numeric_limits<double>::epsilon()) {
  for (Index k = 0; k < r_.size(); ++k)
    r_.data()[k] = random_uniform(seed, stream, static_cast<std::uint64_t>(k));
  refresh();
  before_ = divergence();
}

IterationStep RnmfBeta::step() {
  const Factors factors = factors_;
  const Matrix r = r_;
  update_r();
  refresh();
  update_a();
  refresh();
  update_m();
  refresh();
  const double now = divergence();
  if (std::isnan(now)) {
    factors_ = factors;
    r_ = r;
    return {.objective = before_, .change = now};
  }
  // Infinite where Y has zeros: then only the cap ends the run.
  double change = std::numeric_limits<double>::max();
  if (std::isfinite(now)) change = before_ > 0 ? std::abs(before_ - now) / before_ : 0.0;
  before_ = now;
  return {.objective = now, .change = change};
}

void RnmfBeta::refresh() {
  low_rank_ = multiply_transposed(factors_.u, factors_.v);
  data_->y().visit([&](const auto& y) {
    for (Index k = 0; k < r_.size(); ++k) {
      const double approximation = low_rank_.data()[k] + r_.data()[k] + floor_;
      inverse_.data()[k] = 1 / approximation;
      ratio_.data()[k] = y.data()[k] * inverse_.data()[k] * inverse_.data()[k];
    }
  });
}

/// R <- R o (Y / Yhat^2) / (1 / Yhat + R / |r_j|)
void RnmfBeta::update_r() {
  for (Index j = 0; j < r_.cols(); ++j) {
    const double norm = column_norm(r_, j);
    if (norm == 0) continue;
    for (Index i = 0; i < r_.rows(); ++i)
      r_(i, j) *= ratio_(i, j) / (inverse_(i, j) + r_(i, j) / norm);
  }
}

/// A <- A o Gn / Gp, then columns of sum 1.
void RnmfBeta::update_a() {
  Matrix& v = factors_.v;
  const Matrix& u = factors_.u;
  for (Index j = 0; j < v.rows(); ++j) {
    double common_n = 0.0;
    double common_p = 0.0;
    for (Index i = 0; i < u.rows(); ++i) {
      common_n += low_rank_(i, j) * inverse_(i, j);
      common_p += low_rank_(i, j) * ratio_(i, j);
    }
    for (Index l = 0; l < v.cols(); ++l) {
      double n = common_n;
      double p = common_p;
      for (Index i = 0; i < u.rows(); ++i) {
        n += u(i, l) * ratio_(i, j);
        p += u(i, l) * inverse_(i, j);
      }
      if (p > 0) v(j, l) *= n / p;
    }
  }
  normalise_columns_of_a(v);
}

/// M <- M o ((Y / Yhat^2) A^T) / ((1 / Yhat) A^T)
void RnmfBeta::update_m() {
  Matrix& u = factors_.u;
  const Matrix& v = factors_.v;
  for (Index i = 0; i < u.rows(); ++i) {
    for (Index l = 0; l < u.cols(); ++l) {
      double n = 0.0;
      double p = 0.0;
      for (Index j = 0; j < v.rows(); ++j) {
        n += ratio_(i, j) * v(j, l);
        p += inverse_(i, j) * v(j, l);
      }
      if (p > 0) u(i, l) *= n / p;
    }
  }
}

/// sum_ij (q - log q - 1) + sum_j |r_j|, q = y / yhat
double RnmfBeta::divergence() const {
  double sum = 0.0;
  data_->y().visit([&](const auto& y) {
    for (Index k = 0; k < r_.size(); ++k) {
      const double q = y.data()[k] * inverse_.data()[k];
      sum += q - std::log(q) - 1;
    }
  });
  for (Index j = 0; j < r_.cols(); ++j) sum += column_norm(r_, j);
  return sum;
}

}  // namespace grmf::internal
