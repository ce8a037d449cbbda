#include "core/run_loop.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/anderson.h"
#include "grmf/option.h"

namespace grmf::internal {
namespace {

double distance(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index k = 0; k < a.size(); ++k) {
    const double difference = a.data()[k] - b.data()[k];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The stop rule, looked at after every sweep.
class Convergence {
 public:
  explicit Convergence(const StopSettings& stop) : stop_(stop) {}

  /// `ongoing` is returned while the run should go on.
  Status after(const Sweep& sweep, Alternation& method, Status ongoing) {
    if (stop_.rule == StopRule::steps) {
      const bool small = sweep.step_u * sweep.step_u < stop_.delta_u &&
                         sweep.step_v * sweep.step_v < stop_.delta_v;
      return small ? Status::converged : ongoing;
    }
    if (sweep.relative_change > stop_.tolerance) return ongoing;
    if (stop_.rule == StopRule::decrease || certified(sweep, method)) return Status::converged;
    return still_ >= patience ? Status::stalled : ongoing;
  }

 private:
  /// Sweeps without any decrease of f after which rounding is all that is left.
  static constexpr int patience = 20;

  bool certified(const Sweep& sweep, Alternation& method) {
    still_ = sweep.relative_change <= 0 ? still_ + 1 : 0;
    // A certificate costs about a sweep: look rarely, but not at last.
    if (sweep.sweep < next_look_ && still_ < patience) return false;
    next_look_ = sweep.sweep + 1 + sweep.sweep / 16;
    return method.certificate() <= std::sqrt(stop_.tolerance);
  }

  StopSettings stop_;
  int next_look_ = 0;
  int still_ = 0;
};

Sweep record(int number, double f, double f_before, const Factors& now, const Factors& before) {
  return {.sweep = number,
          .objective = f,
          .relative_change = f_before > 0 ? (f_before - f) / f_before : 0.0,
          .step_u = distance(now.u, before.u),
          .step_v = distance(now.v, before.v)};
}

std::string rule_met(const StopSettings& stop) {
  if (stop.rule == StopRule::steps) return "steps below delta_u and delta_v";
  std::string decrease = "relative decrease at most " + to_string(OptionValue(stop.tolerance));
  if (stop.rule == StopRule::decrease) return decrease;
  return decrease + " and certificate at most its square root";
}

std::string describe(Status status, const std::vector<Sweep>& history, const StopSettings& stop) {
  const std::string sweeps = std::to_string(history.back().sweep) + " sweeps";
  switch (status) {
    case Status::converged:
      return "converged after " + sweeps + ": " + rule_met(stop);
    case Status::max_sweeps:
      return "stopped by max_sweeps after " + sweeps +
             ", not converged; raise max_sweeps or the tolerance";
    case Status::time_limit:
      return "stopped by the time limit after " + sweeps + ", not converged";
    case Status::stopped:
      return "stopped by the callback after " + sweeps;
    case Status::stalled:
      return "stalled after " + sweeps + ": f falls no more, but not " + rule_met(stop) +
             "; raise the tolerance";
    case Status::numerical_issue:
      break;
  }
  return "rounding or overflow after " + sweeps +
         "; the factors are the last good ones; rescale the data or strengthen the ridge (lambda3)";
}

/// Moves to the proposed start of the next sweep if f is not higher there.
void extrapolate(Alternation& method, Anderson& anderson, const Factors& from, double f) {
  Factors to = method.factors();
  std::optional<Factors> proposal = anderson.propose(from, to);
  if (!proposal) return;
  method.make_feasible(*proposal);
  method.set_factors(*std::move(proposal));
  if (method.objective() <= f) return;
  method.set_factors(std::move(to));
  anderson.reset();
}

/// Finite, and no higher than what rounding explains.
bool sound(double f, double f_before) { return std::isfinite(f) && f <= f_before * (1 + 1e-12); }

}  // namespace

Result run(Alternation& method, const StopSettings& stop,
           const std::function<Action(const Progress&)>& on_sweep) {
  Result result;
  double f = method.objective();
  result.history.push_back({.sweep = 0, .objective = f});

  constexpr Status ongoing = Status::max_sweeps;  // what it is when nothing else ends the run
  result.status = std::isfinite(f) ? ongoing : Status::numerical_issue;
  Anderson anderson(stop.acceleration);
  Convergence convergence(stop);
  Factors from = method.factors();
  for (int t = 1; t <= stop.max_sweeps && result.status == ongoing; ++t) {
    const Factors before = method.factors();
    if (t > 1) extrapolate(method, anderson, from, f);
    from = method.factors();
    method.update_v();
    method.update_u();
    if (method.end_of_sweep()) anderson.reset();
    const double f_before = std::exchange(f, method.objective());
    if (!sound(f, f_before)) {
      method.set_factors(before);
      f = f_before;
      result.status = Status::numerical_issue;
      break;
    }
    const Sweep& sweep =
        result.history.emplace_back(record(t, f, f_before, method.factors(), before));
    const double seconds = seconds_since(stop.begin);
    if (on_sweep && on_sweep({sweep, seconds}) == Action::stop) {
      result.status = Status::stopped;
    } else {
      result.status = convergence.after(sweep, method, ongoing);
      if (result.status == ongoing && seconds >= stop.time_limit) {
        result.status = Status::time_limit;
      }
    }
  }
  result.objective = f;
  result.message = describe(result.status, result.history, stop);
  return result;
}

}  // namespace grmf::internal
