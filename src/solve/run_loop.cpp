#include "solve/run_loop.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "grmf/option.h"
#include "solve/anderson.h"

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

/// Tells which part of f and of its changes is only rounding. It compares with f at zero factors,
/// which costs a pass over the data and is therefore computed only where it may matter.
class Rounding {
 public:
  Rounding(Alternation& method, double f_start) : method_(&method), f_start_(f_start) {}

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
  double f_start_;
  std::optional<double> at_zero_;
};

/// The stop rule, which is checked after every sweep.
class Convergence {
 public:
  Convergence(const StopSettings& stop, Rounding& rounding) : stop_(stop), rounding_(&rounding) {}

  /// The status of the run after a sweep, or `ongoing` while the run should go on.
  Status after(const Sweep& sweep, Alternation& method, Status ongoing) {
    const bool still = sweep.relative_change <= stop_.tolerance;
    if (still && stop_.rule == StopRule::decrease) return Status::converged;
    if (rounding_->is_all_of_f(sweep, still) &&
        (stop_.rule != StopRule::certified || method.certificate() <= std::sqrt(stop_.tolerance)))
      return Status::converged;
    if (stop_.rule == StopRule::steps) {
      const bool small = sweep.step_u * sweep.step_u < stop_.delta_u &&
                         sweep.step_v * sweep.step_v < stop_.delta_v;
      return small ? Status::converged : ongoing;
    }
    if (!still) return ongoing;
    if (certified(sweep, method)) return Status::converged;
    return still_ >= patience ? Status::stalled : ongoing;
  }

 private:
  /// The number of sweeps without any decrease of f after which only rounding is left.
  static constexpr int patience = 20;
  /// The largest number of sweeps between two looks at the certificate.
  static constexpr int longest_wait = 8;

  bool certified(const Sweep& sweep, Alternation& method) {
    still_ = sweep.relative_change <= 0 ? still_ + 1 : 0;
    // A certificate costs about as much as a sweep, so it is computed again only once it may have
    // become small enough.
    if (sweep.sweep < next_look_ && still_ < patience) return false;
    const double allowed = std::sqrt(stop_.tolerance);
    const double found = method.certificate();
    if (found <= allowed) return true;
    // At best the certificate halves with every sweep; if it is not finite, it tells nothing.
    const double halvings = std::log2(found / allowed);
    next_look_ = sweep.sweep +
                 (halvings < longest_wait ? std::max(1, static_cast<int>(halvings)) : longest_wait);
    return false;
  }

  StopSettings stop_;
  Rounding* rounding_;
  int next_look_ = 0;  ///< sweep after which the certificate is computed next
  int still_ = 0;      ///< sweeps in a row without any decrease of f
};

std::string rule_met(const StopSettings& stop) {
  if (stop.rule == StopRule::steps) return "steps below delta_u and delta_v";
  std::string decrease = "relative decrease at most " + to_string(OptionValue(stop.tolerance));
  if (stop.rule == StopRule::decrease) return decrease;
  return decrease + " and certificate at most its square root";
}

/// Moves from the end of a sweep to the factors that past sweeps propose, if f there is at most
/// `highest`. Returns f at the factors where it ends.
double extrapolate(Alternation& method, Anderson& anderson, const Factors& before, double highest) {
  std::optional<Factors> proposal = anderson.propose(before, method.factors());
  if (!proposal) return method.objective();
  Factors after_sweep = method.factors();
  method.make_feasible(*proposal);
  method.set_factors(*std::move(proposal));
  const double there = method.objective();
  if (there <= highest) return there;
  method.set_factors(std::move(after_sweep));
  anderson.reset();
  return method.objective();
}

/// The highest f at which a proposal is accepted: it may undo a part of what a sweep has gained.
/// Where a small decrease alone ends the run, the proposal must not be what makes the decrease
/// small.
double highest_to_accept(const StopSettings& stop, double f_before, double f_halfway) {
  const double enough =
      stop.rule == StopRule::decrease ? f_before - stop.tolerance * std::abs(f_before) : f_before;
  return std::min(enough, f_halfway);
}

}  // namespace

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

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
      return "stopped by the callback after " + sweeps;
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

Result run(Alternation& method, const StopSettings& stop,
           const std::function<Action(const Progress&)>& on_sweep) {
  Result result;
  double f = method.objective();
  result.history.push_back({.sweep = 0, .objective = f});

  constexpr Status ongoing = Status::max_sweeps;  // the status if nothing else ends the run
  result.status = std::isfinite(f) ? ongoing : Status::numerical_issue;
  Anderson anderson(stop.acceleration);
  Rounding rounding(method, f);
  Convergence convergence(stop, rounding);
  for (int t = 1; t <= stop.max_sweeps && result.status == ongoing; ++t) {
    const Factors before = method.factors();
    method.update_v();
    const double halfway = method.update_u();
    const bool jumped = method.end_of_sweep();
    if (jumped) anderson.reset();
    const double f_before = std::exchange(
        f, jumped ? method.objective()
                  : extrapolate(method, anderson, before, highest_to_accept(stop, f, halfway)));
    if (!rounding.explains(f, f_before)) {
      method.set_factors(before);
      f = f_before;
      result.status = Status::numerical_issue;
      break;
    }
    const Sweep& sweep =
        result.history.emplace_back(record_sweep(t, f, f_before, method.factors(), before));
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
  result.message = describe(result.status, result.sweeps(), rule_met(stop));
  return result;
}

bool out_of_time(Status status) {
  return status == Status::stopped || status == Status::time_limit;
}

std::function<Action(const Progress&)> as_start(
    const std::function<Action(const Progress&)>& on_sweep) {
  if (!on_sweep) return {};
  return [&on_sweep](Progress progress) {
    progress.sweep = 0;
    return on_sweep(progress);
  };
}

Result run_from(Status at_start, Alternation& method, StopSettings stop,
                const std::function<Action(const Progress&)>& on_sweep) {
  if (!out_of_time(at_start)) return run(method, stop, on_sweep);
  stop.max_sweeps = 0;
  Result result = run(method, stop, on_sweep);
  result.status = at_start;
  result.message = describe(at_start, 0, "");
  return result;
}

}  // namespace grmf::internal
