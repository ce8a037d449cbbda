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

  bool reached(const Sweep& sweep, Alternation& method) {
    if (stop_.rule == StopRule::steps) {
      return sweep.step_u * sweep.step_u < stop_.delta_u &&
             sweep.step_v * sweep.step_v < stop_.delta_v;
    }
    if (sweep.relative_change > stop_.tolerance) {
      return false;
    }
    return stop_.rule == StopRule::decrease || certified(sweep, method);
  }

 private:
  bool certified(const Sweep& sweep, Alternation& method) {
    // Where f has not moved for so long, rounding keeps the certificate up.
    constexpr int patience = 20;
    still_ = sweep.relative_change <= 0 ? still_ + 1 : 0;
    if (still_ == patience) return true;
    // A certificate costs about a sweep: look rarely.
    if (sweep.sweep < next_look_) return false;
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

std::string describe(Status status, const std::vector<Sweep>& history, const StopSettings& stop) {
  const std::string sweeps = std::to_string(history.back().sweep) + " sweeps";
  switch (status) {
    case Status::converged:
      return "converged after " + sweeps +
             (stop.rule == StopRule::steps
                  ? ": steps below delta_u and delta_v"
                  : ": relative decrease at most " + to_string(OptionValue(stop.tolerance)));
    case Status::max_sweeps:
      return "stopped by max_sweeps after " + sweeps +
             ", not converged; raise max_sweeps or the tolerance";
    case Status::time_limit:
      return "stopped by the time limit after " + sweeps + ", not converged";
    case Status::stopped:
      return "stopped by the callback after " + sweeps;
    case Status::numerical_issue:
      break;
  }
  return "a number was no longer finite after " + sweeps +
         "; the factors are the last good ones; rescale the data or strengthen the ridge (lambda3)";
}

/// Moves to the proposed start of the next sweep if f is lower there.
void extrapolate(Alternation& method, Anderson& anderson, const Factors& from, double f) {
  const Factors to = method.factors();
  std::optional<Factors> proposal = anderson.propose(from, to);
  if (!proposal) return;
  method.set_factors(*std::move(proposal));
  if (method.objective() <= f) return;
  method.set_factors(to);
  anderson.reset();
}

}  // namespace

Result run(Alternation& method, const StopSettings& stop,
           const std::function<Action(const Progress&)>& on_sweep) {
  Result result;
  double f = method.objective();
  result.history.push_back({.sweep = 0, .objective = f});
  result.status = std::isfinite(f) ? Status::max_sweeps : Status::numerical_issue;

  Anderson anderson(stop.acceleration);
  Convergence convergence(stop);
  Factors from = method.factors();
  for (int t = 1; t <= stop.max_sweeps && result.status == Status::max_sweeps; ++t) {
    const Factors before = method.factors();
    if (t > 1) extrapolate(method, anderson, from, f);
    from = method.factors();
    method.update_v();
    method.update_u();
    if (method.end_of_sweep()) anderson.reset();
    const double f_before = std::exchange(f, method.objective());
    if (!std::isfinite(f)) {
      method.set_factors(before);
      f = f_before;
      result.status = Status::numerical_issue;
      break;
    }
    const Sweep& sweep =
        result.history.emplace_back(record(t, f, f_before, method.factors(), before));
    const double seconds = seconds_since(stop.begin);
    if (on_sweep && on_sweep({sweep, seconds}) == Action::stop) result.status = Status::stopped;
    if (seconds >= stop.time_limit) result.status = Status::time_limit;
    if (convergence.reached(sweep, method)) result.status = Status::converged;
  }
  result.objective = f;
  result.message = describe(result.status, result.history, stop);
  return result;
}

}  // namespace grmf::internal
