#include "solve/run_loop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sums.h"
#include "grmf/error.h"
#include "grmf/option.h"
#include "solve/anderson.h"

namespace grmf::internal {
namespace {

double distance(const Matrix& a, const Matrix& b) {
  return std::sqrt(sum_of_chunks(a.rows(), [&](Index first, Index last) {
    double sum = 0.0;
    for (Index k = first * a.cols(); k < last * a.cols(); ++k) {
      const double difference = a.data()[k] - b.data()[k];
      sum += difference * difference;
    }
    return sum;
  }));
}

/// Tells which part of f and of its changes is only rounding. It compares with f at zero factors,
/// which costs a pass over the data and is therefore computed only where it may matter.
class Rounding {
 public:
  explicit Rounding(Alternation& method) : method_(&method) {}

  void begin(double f_start) { f_start_ = f_start; }
  void visit_state(StateArchive& archive) {
    archive(f_start_);
    archive(at_zero_);
  }

  /// Whether f is finite and no higher than rounding explains. Rounding has two sources: the sum,
  /// and residuals that have become small beside the data and enter by their squares.
  [[nodiscard]] bool explains(double f, double f_before) {
    const double rise = f - f_before;
    if (!std::isfinite(f) || rise <= 1e-12 * f_before) return std::isfinite(f);
    const double f_zero = at_zero();
    return rise <=
           1e-12 * f_before + 1e-14 * std::sqrt(f_before) * std::sqrt(f_zero) + 1e-28 * f_zero;
  }

  /// Whether all of f is rounding: then the data are explained, and no rule can see any progress.
  [[nodiscard]] bool is_all_of_f(const Sweep& sweep, bool still) {
    const bool may_be = still || sweep.objective <= 1e-6 * f_start_;
    return may_be && sweep.objective <= 1e-24 * at_zero();
  }

 private:
  /// f at zero factors.
  double at_zero() {
    if (!at_zero_) {
      Factors factors = method_->factors();
      method_->set_factors(
          {Matrix(factors.u.rows(), factors.u.cols()), Matrix(factors.v.rows(), factors.v.cols())});
      at_zero_ = method_->objective();
      method_->set_factors(std::move(factors));
    }
    return *at_zero_;
  }

  Alternation* method_;
  double f_start_ = 0.0;
  std::optional<double> at_zero_;
};

constexpr Status ongoing = Status::max_sweeps;  ///< the status if nothing else ends the run

/// The stop rule, which is checked after every sweep.
class Convergence {
 public:
  Convergence(const StopSettings& stop, Alternation& method) : stop_(stop), method_(&method) {}

  void visit_state(StateArchive& archive) {
    archive(next_look_);
    archive(still_);
  }

  /// The status of the run after a sweep, or `ongoing` while the run should go on.
  Status after(const Sweep& sweep, Rounding& rounding) {
    const bool still = sweep.relative_change <= stop_.tolerance;
    if (still && stop_.rule == StopRule::decrease) return Status::converged;
    if (rounding.is_all_of_f(sweep, still) &&
        (stop_.rule != StopRule::certified || method_->certificate() <= std::sqrt(stop_.tolerance)))
      return Status::converged;
    if (stop_.rule == StopRule::steps) {
      const bool small = sweep.step_u * sweep.step_u < stop_.delta_u &&
                         sweep.step_v * sweep.step_v < stop_.delta_v;
      return small ? Status::converged : ongoing;
    }
    if (!still) return ongoing;
    if (certified(sweep)) return Status::converged;
    return still_ >= patience ? Status::stalled : ongoing;
  }

 private:
  /// The number of sweeps without any decrease of f after which only rounding is left.
  static constexpr int patience = 20;
  /// The largest number of sweeps between two looks at the certificate.
  static constexpr int longest_wait = 8;

  bool certified(const Sweep& sweep) {
    still_ = sweep.relative_change <= 0 ? still_ + 1 : 0;
    // A certificate costs about as much as a sweep, so it is computed again only once it may have
    // become small enough.
    if (sweep.sweep < next_look_ && still_ < patience) return false;
    const double allowed = std::sqrt(stop_.tolerance);
    const double found = method_->certificate();
    if (found <= allowed) return true;
    // At best the certificate halves with every sweep; if it is not finite, it tells nothing.
    const double halvings = std::log2(found / allowed);
    next_look_ = sweep.sweep +
                 (halvings < longest_wait ? std::max(1, static_cast<int>(halvings)) : longest_wait);
    return false;
  }

  StopSettings stop_;
  Alternation* method_;
  int next_look_ = 0;  ///< sweep after which the certificate is computed next
  int still_ = 0;      ///< sweeps in a row without any decrease of f
};

std::string rule_met(const StopSettings& stop) {
  if (stop.rule == StopRule::steps) return "steps below delta_u and delta_v";
  std::string decrease = "relative decrease at most " + to_string(OptionValue(stop.tolerance));
  if (stop.rule == StopRule::decrease) return decrease;
  return decrease + " and certificate at most its square root";
}

/// The highest f at which a proposal is accepted: it may undo a part of what a sweep has gained.
/// Where a small decrease alone ends the run, the proposal must not be what makes the decrease
/// small.
double highest_to_accept(const StopSettings& stop, double f_before, double f_halfway) {
  const double enough =
      stop.rule == StopRule::decrease ? f_before - stop.tolerance * std::abs(f_before) : f_before;
  return std::min(enough, f_halfway);
}

using Shape = std::array<Index, 4>;
Shape shape_of(const Factors& factors) {
  return {factors.u.rows(), factors.u.cols(), factors.v.rows(), factors.v.cols()};
}

/// Guards the arithmetic from a state of another run, which would have other factors.
void check_shape(const Factors& resumed, const Shape& shape) {
  if (shape_of(resumed) == shape) return;
  throw Error(ErrorCode::invalid_data,
              "the state to resume from has factors of another shape; begin the fit anew",
              ErrorSubject::start);
}

/// A run between two sweeps.
class Loop {
 public:
  Loop(Alternation& method, const StopSettings& stop, const FitContext& context)
      : method_(&method),
        stop_(stop),
        first_(context.sweeps_before()),
        stage_(context.stage()),
        anderson_(stop.acceleration),
        rounding_(method),
        convergence_(stop, method) {}

  void begin() {
    f_ = method_->look_ahead();
    history_.push_back({.sweep = first_, .objective = f_, .stage = stage_});
    status_ = std::isfinite(f_) ? ongoing : Status::numerical_issue;
    rounding_.begin(f_);
  }

  [[nodiscard]] bool goes_on() const {
    return status_ == ongoing && last().sweep - first_ < stop_.max_sweeps;
  }
  [[nodiscard]] const Sweep& last() const { return history_.back(); }

  /// Makes a sweep. If f rises or is not finite, the factors go back to where they were, and the
  /// run ends. Returns whether there is a sweep to report.
  bool sweep() {
    const Factors before = method_->factors();
    method_->prepare_sweep();
    method_->update_v();
    const double halfway = method_->update_u();
    const bool jumped = method_->end_of_sweep();
    if (jumped) anderson_.reset();
    const double f_before =
        std::exchange(f_, jumped ? method_->look_ahead()
                                 : extrapolate(before, highest_to_accept(stop_, f_, halfway)));
    if (!rounding_.explains(f_, f_before)) {
      method_->set_factors(before);
      f_ = f_before;
      status_ = Status::numerical_issue;
      return false;
    }
    history_.push_back(record_sweep(last().sweep + 1, f_, f_before, method_->factors(), before));
    history_.back().stage = stage_;
    return true;
  }

  /// Decides whether the run goes on after a sweep that was reported.
  void judge(FitContext& context) {
    if (!context.ended()) status_ = convergence_.after(last(), rounding_);
    if (status_ == ongoing && context.must_end()) status_ = context.status();
  }

  /// Where the fit has already ended, so has the run.
  void end_with(const FitContext& context) {
    if (context.ended()) status_ = context.status();
  }

  void visit_state(StateArchive& archive) {
    method_->visit_state(archive);
    archive(f_);
    archive(history_);
    anderson_.visit_state(archive);
    rounding_.visit_state(archive);
    convergence_.visit_state(archive);
  }

  [[nodiscard]] Result result() {
    Result result;
    result.u = method_->factors().u;
    result.v = method_->factors().v;
    result.status = status_;
    result.objective = f_;
    result.history = std::move(history_);
    result.message = describe(status_, result.sweeps(), rule_met(stop_));
    return result;
  }

 private:
  /// Moves from the end of a sweep to the factors that past sweeps propose, if f there is at most
  /// `highest`. Returns f at the factors where it ends.
  double extrapolate(const Factors& before, double highest) {
    std::optional<Factors> proposal = anderson_.propose(before, method_->factors());
    if (!proposal) return method_->look_ahead();
    Factors after_sweep = method_->factors();
    method_->make_feasible(*proposal);
    method_->set_factors(*std::move(proposal));
    const double there = method_->look_ahead();
    if (there <= highest) return there;
    method_->set_factors(std::move(after_sweep));
    anderson_.reset();
    return method_->look_ahead();
  }

  Alternation* method_;
  StopSettings stop_;
  int first_;  ///< the number of the sweep before the first of this run
  int stage_;
  double f_ = 0.0;
  std::vector<Sweep> history_;
  Status status_ = ongoing;
  Anderson anderson_;
  Rounding rounding_;
  Convergence convergence_;
};

}  // namespace

Sweep record_sweep(int number, double f, double f_before, const Factors& now,
                   const Factors& before) {
  return {.sweep = number,
          .objective = f,
          .relative_change = f_before > 0 ? (f_before - f) / f_before : 0.0,
          .step_u = distance(now.u, before.u),
          .step_v = distance(now.v, before.v)};
}

std::string describe(Status status, int count, const std::string& rule) {
  const std::string sweeps = std::to_string(count) + (count == 1 ? " sweep" : " sweeps");
  switch (status) {
    case Status::converged:
      return "converged after " + sweeps + ": " + rule;
    case Status::max_sweeps:
      return "stopped by max_sweeps after " + sweeps +
             ", not converged; raise max_sweeps or the tolerance";
    case Status::time_limit:
      return "stopped by the time limit after " + sweeps + ", not converged";
    case Status::stopped:
      return "stopped on request after " + sweeps;
    case Status::stalled:
      return "stalled after " + sweeps + ": f falls no more, but not " + rule +
             "; raise the tolerance";
    case Status::numerical_issue:
      break;
  }
  return "rounding or overflow after " + sweeps +
         "; the factors are the last good ones; rescale the data, or strengthen the ridge if there "
         "is one";
}

Result run(Alternation& method, const StopSettings& stop, FitContext& context) {
  const Shape shape = shape_of(method.factors());
  if (const FitContext::RunEnd* end = context.begin_run()) {
    check_shape(end->factors, shape);
    method.set_factors(end->factors);
    Result result;
    result.status = end->status;
    result.objective = end->objective;
    result.u = end->factors.u;
    result.v = end->factors.v;
    result.history = end->history;
    result.message = describe(result.status, result.sweeps(), rule_met(stop));
    return result;
  }
  Loop loop(method, stop, context);
  const auto visit_state = [&](StateArchive& archive) { loop.visit_state(archive); };
  if (context.resume(visit_state)) {
    check_shape(method.factors(), shape);
    loop.judge(context);  // a state is one that was not yet judged
  } else {
    loop.begin();
    loop.end_with(context);
  }
  while (loop.goes_on() && loop.sweep()) {
    context.report(
        loop.last(), [&] { return method.factors(); }, visit_state);
    loop.judge(context);
  }
  Result result = loop.result();
  context.end_run({result.status, result.objective, method.factors(), result.history});
  return result;
}

}  // namespace grmf::internal
