#include "methods/grmf_run.h"

#include <algorithm>
#include <cmath>

#include "model/certificate.h"
#include "model/objective.h"

namespace grmf::internal {
namespace {

void half_sweep(std::vector<RowSolver>& solvers, const Matrix& a, Matrix& x, Workers& workers) {
  workers.for_each(batch_count(x.rows()),
                   [&](Index batch, int worker) { solvers[worker].improve(a, x, batch); });
}

double squared_norm(const Matrix& a) {
  double sum = 0.0;
  for (const double value : a.values()) sum += value * value;
  return sum;
}

void clamp_to_nonnegative(Matrix& a) {
  for (double& value : a.values()) value = std::max(value, 0.0);
}

}  // namespace

GrmfRun::GrmfRun(const Data& data, const GrmfOptions& options, int rank, Factors start,
                 Workers& workers)
    : Alternation(std::move(start)),
      data_(&data),
      workers_(&workers),
      model_(resolve(options, data)),
      kernel_(model_, data, rank),
      solvers_u_(workers.count(), RowSolver(options, model_.u, kernel_, data, Side::u)),
      solvers_v_(workers.count(), RowSolver(options, model_.v, kernel_, data, Side::v)) {
  if (model_.u.hard) {
    clamp_to_nonnegative(factors_.u);
    clamp_to_nonnegative(factors_.v);
  }
}

void GrmfRun::update_v() { half_sweep(solvers_v_, factors_.u, factors_.v, *workers_); }

void GrmfRun::update_u() { half_sweep(solvers_u_, factors_.v, factors_.u, *workers_); }

bool GrmfRun::end_of_sweep() { return !coercive() && rebalance(); }

double GrmfRun::objective() {
  return internal::objective(*data_, model_, kernel_, factors_, *workers_);
}

double GrmfRun::certificate() {
  return internal::certificate(*data_, model_, kernel_, factors_, *workers_);
}

/// (U, V) -> (k U, V / k) with one k for all columns, so that ties survive, and a power of two, so
/// that they survive exactly and the product does not change. Only if the penalties do not rise.
bool GrmfRun::rebalance() {
  const double ratio = std::sqrt(std::sqrt(squared_norm(factors_.v) / squared_norm(factors_.u)));
  if (!std::isfinite(ratio) || ratio == 0) return false;
  const double k = std::exp2(std::round(std::log2(ratio)));
  if (k == 1) return false;
  Factors balanced = factors_;
  for (double& value : balanced.u.values()) value *= k;
  for (double& value : balanced.v.values()) value /= k;
  const auto penalties = [&](const Factors& factors) {
    double sum = 0.0;
    for (Index i = 0; i < factors.u.rows(); ++i) sum += model_.u.value(factors.u.row(i));
    for (Index j = 0; j < factors.v.rows(); ++j) sum += model_.v.value(factors.v.row(j));
    return sum;
  };
  if (penalties(balanced) > penalties(factors_)) return false;
  factors_ = std::move(balanced);
  return true;
}

std::vector<Index> GrmfRun::rows_solved() const {
  std::vector<Index> rows;
  for (std::size_t worker = 0; worker < solvers_u_.size(); ++worker) {
    rows.push_back(solvers_u_[worker].rows_solved() + solvers_v_[worker].rows_solved());
  }
  return rows;
}

}  // namespace grmf::internal
