#include "solve/grmf_run.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/sums.h"

namespace grmf::internal {
namespace {

double squared_norm(const Matrix& a) {
  return sum_of_chunks(a.rows(), [&](Index first, Index last) {
    double sum = 0.0;
    for (Index k = first * a.cols(); k < last * a.cols(); ++k) sum += a.data()[k] * a.data()[k];
    return sum;
  });
}

double largest_in_column(const Matrix& a, Index l) {
  double largest = 0.0;
  for (Index i = 0; i < a.rows(); ++i) largest = std::max(largest, std::abs(a(i, l)));
  return largest;
}

}  // namespace

GrmfRun::GrmfRun(Engine& engine, FitContext& context, const Terms& terms,
                 const GrmfOptions& options, Factors start)
    : Alternation(std::move(start)),
      engine_(&engine),
      context_(&context),
      work_(engine.row_work(terms, options, static_cast<int>(factors_.u.cols()))),
      gauge_(coercive() && (options.gauge == Gauge::on ||
                            (options.gauge == Gauge::automatic && structured(terms)))) {
  GrmfRun::make_feasible(factors_);
}

/// The gauge step makes entries nearly equal, and the updates that follow make them equal.
void GrmfRun::prepare_sweep() {
  if (!gauge_ || sweeps_ != next_gauge_step_) return;
  gauge_changed_ = gauge_step();
  next_gauge_step_ *= 2;
}

void GrmfRun::update_v() {
  static_cast<void>(look_ahead());
  factors_.v = std::move(ahead_->v);
  forget_results();
}

double GrmfRun::update_u() {
  const double of_penalties = penalties(terms(), factors_);
  forget_results();
  return work_->half_sweep(Side::u, factors_.v, factors_.u, factors_.u) + of_penalties;
}

double GrmfRun::look_ahead() {
  if (!ahead_) {
    Matrix v(factors_.v.rows(), factors_.v.cols());
    const double loss = work_->half_sweep(Side::v, factors_.u, factors_.v, v);
    ahead_ = {loss + penalties(terms(), factors_), std::move(v)};
  }
  return ahead_->objective;
}

bool GrmfRun::end_of_sweep() {
  ++sweeps_;
  const bool gauge_changed = std::exchange(gauge_changed_, false);
  const bool dropped = drop_fading_columns();
  const bool rebalanced = !coercive() && rebalance_factors();
  return gauge_changed || dropped || rebalanced;
}

void GrmfRun::make_feasible(Factors& factors) const {
  if (terms().u.hard) clip_to_nonnegative(factors.u);
  if (terms().v.hard) clip_to_nonnegative(factors.v);
}

double GrmfRun::objective() { return work_->objective(factors_); }

void GrmfRun::set_factors(Factors factors) {
  Alternation::set_factors(std::move(factors));
  forget_results();
}

double GrmfRun::certificate() {
  if (!certificate_) certificate_ = work_->certificate(factors_);
  return *certificate_;
}

void GrmfRun::visit_state(StateArchive& archive) {
  Alternation::visit_state(archive);
  archive(look_far_);
  archive(sweeps_);
  archive(next_gauge_step_);
  if (archive.reading()) forget_results();
}

void GrmfRun::forget_results() {
  ahead_.reset();
  certificate_.reset();
}

bool GrmfRun::gauge_step() {
  const Factors from = factors_;
  const bool nearby = gauge_step_nearby();
  return (look_far_ && look_far_from(from, context_->seed()) == Search::found) || nearby;
}

void GrmfRun::gauge_step_at_start() {
  gauge_step_nearby();
  next_gauge_step_ = 64;  // another step gains little for a long time
}

bool GrmfRun::gauge_step_nearby() {
  return move_to_if(nearby_gauge(terms(), factors_, context_->workers()), Demand::lower);
}

Search GrmfRun::look_far_from(const Factors& factors, std::uint64_t seed) {
  look_far_ = false;
  Search search = Search::nothing_there;
  FarGauges found = far_gauges(terms(), factors, seed, context_->workers());
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
  const double f = objective();
  std::swap(factors_, proposal);
  const double there = objective();
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
    if (size == 0 || size > next_to_nothing * engine_->scale()) continue;
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
  if (penalties(terms(), balanced) > penalties(terms(), factors_)) return false;
  set_factors(std::move(balanced));
  return true;
}

}  // namespace grmf::internal
