#include "solve/grmf_run.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/certificate.h"
#include "engine/objective.h"

namespace grmf::internal {
namespace {

double squared_norm(const Matrix& a) {
  double sum = 0.0;
  for (const double value : a.values()) sum += value * value;
  return sum;
}

double largest_in_column(const Matrix& a, Index l) {
  double largest = 0.0;
  for (Index i = 0; i < a.rows(); ++i) largest = std::max(largest, std::abs(a(i, l)));
  return largest;
}

}  // namespace

GrmfRun::GrmfRun(const Data& data, Terms terms, const GrmfOptions& options, int rank, Factors start,
                 Workers& workers, std::uint64_t seed)
    : Alternation(std::move(start)),
      data_(&data),
      workers_(&workers),
      terms_(terms),
      kernel_(terms_, rank),
      seed_(seed),
      gauge_(coercive() && (options.gauge == Gauge::on ||
                            (options.gauge == Gauge::automatic && structured(terms_)))),
      solvers_u_(workers.count(), RowSolver(options, terms_.u, kernel_, data, Side::u)),
      solvers_v_(workers.count(), RowSolver(options, terms_.v, kernel_, data, Side::v)) {
  make_feasible(factors_);
}

/// The gauge step comes first: it makes entries nearly equal, and the updates make them equal.
void GrmfRun::update_v() {
  if (gauge_ && sweeps_ == next_gauge_step_) {
    gauge_changed_ = gauge_step();
    next_gauge_step_ *= 2;
  }
  if (!ahead_) look_ahead();
  factors_.v = std::move(ahead_->v);
  forget_results();
}

double GrmfRun::update_u() {
  const double of_penalties = penalties(terms_, factors_);
  forget_results();
  return half_sweep(Side::u, factors_.v, factors_.u, factors_.u) + of_penalties;
}

double GrmfRun::half_sweep(Side side, const Matrix& a, const Matrix& from, Matrix& to) {
  std::vector<RowSolver>& solvers = side == Side::u ? solvers_u_ : solvers_v_;
  losses_.resize(from.rows());
  workers_->for_each(block_count(*data_, side, kernel_.rank()), [&](Index block, int worker) {
    solvers[worker].improve(a, from, block, to, losses_);
  });
  return std::accumulate(losses_.begin(), losses_.end(), 0.0);
}

void GrmfRun::look_ahead() {
  Matrix v(factors_.v.rows(), factors_.v.cols());
  const double loss = half_sweep(Side::v, factors_.u, factors_.v, v);
  ahead_ = {loss + penalties(terms_, factors_), std::move(v)};
}

bool GrmfRun::end_of_sweep() {
  ++sweeps_;
  const bool gauge_changed = std::exchange(gauge_changed_, false);
  const bool dropped = drop_fading_columns();
  const bool rebalanced = !coercive() && rebalance_factors();
  return gauge_changed || dropped || rebalanced;
}

void GrmfRun::make_feasible(Factors& factors) const {
  if (terms_.u.hard) clip_to_nonnegative(factors.u);
  if (terms_.v.hard) clip_to_nonnegative(factors.v);
}

double GrmfRun::objective() {
  if (!ahead_) look_ahead();
  return ahead_->objective;
}

double GrmfRun::plain_objective() const {
  return internal::objective(*data_, terms_, kernel_, factors_, *workers_);
}

void GrmfRun::set_factors(Factors factors) {
  Alternation::set_factors(std::move(factors));
  forget_results();
}

double GrmfRun::certificate() {
  if (!certificate_)
    certificate_ = internal::certificate(*data_, terms_, kernel_, factors_, *workers_);
  return *certificate_;
}

void GrmfRun::forget_results() {
  ahead_.reset();
  certificate_.reset();
}

bool GrmfRun::gauge_step() {
  const Factors from = factors_;
  const bool nearby = gauge_step_nearby();
  return (look_far_ && look_far_from(from, seed_) == Search::found) || nearby;
}

void GrmfRun::gauge_step_at_start() {
  gauge_step_nearby();
  next_gauge_step_ = 64;  // another step gains little for a long time
}

bool GrmfRun::gauge_step_nearby() {
  return move_to_if(nearby_gauge(terms_, factors_, *workers_), Demand::lower);
}

Search GrmfRun::look_far_from(const Factors& factors, std::uint64_t seed) {
  look_far_ = false;
  Search search = Search::nothing_there;
  FarGauges found = far_gauges(terms_, factors, seed, *workers_);
  for (Factors& candidate : found.candidates) {
    make_feasible(candidate);
    if (move_to_if(std::move(candidate), Demand::lower))
      search = Search::found;
    else if (search == Search::nothing_there && found.clear)
      search = Search::not_lower;
  }
  return search;
}

bool GrmfRun::move_to_if(Factors proposal, Demand demand) {
  const double f = plain_objective();
  std::swap(factors_, proposal);
  const double there = plain_objective();
  if (there < f || (there == f && demand == Demand::not_higher)) {
    forget_results();
    return true;
  }
  std::swap(factors_, proposal);
  return false;
}

/// A column that is not worth its ridge fades in both factors by a constant ratio per sweep, for
/// ever. Once it adds next to nothing to the product it is set to 0, if f does not rise.
bool GrmfRun::drop_fading_columns() {
  constexpr double next_to_nothing = 1e-4;
  std::optional<Factors> without;
  for (Index l = 0; l < factors_.u.cols(); ++l) {
    const double size = largest_in_column(factors_.u, l) * largest_in_column(factors_.v, l);
    if (size == 0 || size > next_to_nothing * data_->scale()) continue;
    if (!without) without = factors_;
    for (Index i = 0; i < without->u.rows(); ++i) without->u(i, l) = 0.0;
    for (Index j = 0; j < without->v.rows(); ++j) without->v(j, l) = 0.0;
  }
  return without && move_to_if(*std::move(without), Demand::not_higher);
}

/// Replaces (U, V) by (k U, V / k) if the penalties do not rise. All columns have the same k, so
/// that ties survive, and k is a power of two, so that ties survive exactly and the product does
/// not change.
bool GrmfRun::rebalance_factors() {
  const double ratio = std::sqrt(std::sqrt(squared_norm(factors_.v) / squared_norm(factors_.u)));
  if (!std::isfinite(ratio) || ratio == 0) return false;
  const double k = std::exp2(std::trunc(std::log2(ratio)));
  if (k == 1) return false;
  Factors balanced = factors_;
  for (double& value : balanced.u.values()) value *= k;
  for (double& value : balanced.v.values()) value /= k;
  if (penalties(terms_, balanced) > penalties(terms_, factors_)) return false;
  set_factors(std::move(balanced));
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
