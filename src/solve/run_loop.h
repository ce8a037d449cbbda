#pragma once

#include <chrono>
#include <string>

#include "grmf/fit.h"

namespace grmf::internal {

/// What an alternating method supplies to the run loop. The factors are the state; everything else
/// follows from them.
class Alternation {
 public:
  virtual ~Alternation() = default;

  virtual void update_v() = 0;    ///< updates V given U
  virtual double update_u() = 0;  ///< updates U given V and returns f before this update
  /// Makes the changes of a sweep that belong to neither update; they do not raise f. True if the
  /// factors jumped, so that past sweeps tell nothing about those to come.
  virtual bool end_of_sweep() = 0;
  /// Brings proposed factors into the set in which the factors must stay.
  virtual void make_feasible(Factors& /*factors*/) const {}
  [[nodiscard]] virtual double objective() = 0;
  [[nodiscard]] virtual double certificate() = 0;

  [[nodiscard]] const Factors& factors() const { return factors_; }
  virtual void set_factors(Factors factors) { factors_ = std::move(factors); }

 protected:
  Alternation() = default;
  explicit Alternation(Factors start) : factors_(std::move(start)) {}
  Alternation(const Alternation&) = default;
  Alternation& operator=(const Alternation&) = default;

  Factors factors_;  // NOLINT(*-non-private-member-variables-in-classes): the state it is all about
};

/// When a run ends, with every default filled in.
struct StopSettings {
  int max_sweeps;
  double tolerance;
  StopRule rule;
  double delta_u;
  double delta_v;
  double time_limit;
  int acceleration;
  std::chrono::steady_clock::time_point begin;  ///< begin of the fit, for time limit and progress
};

double seconds_since(std::chrono::steady_clock::time_point begin);
/// The entry of a sweep in the history.
Sweep record_sweep(int number, double f, double f_before, const Factors& now,
                   const Factors& before);
/// Says in words which status a run has after `count` sweeps; `rule` is what makes it converged.
std::string describe(Status status, int count, const std::string& rule);

/// Algorithm 1 of the paper: sweeps of V and U until the stop rule is met, the cap or the time
/// limit is reached, the callback says stop, or f is no longer finite or rises. Returns status,
/// message, history and objective; the factors stay in `method`.
Result run(Alternation& method, const StopSettings& stop,
           const std::function<Action(const Progress&)>& on_sweep);

/// Whether sweeps that ended with this status leave no time for more sweeps.
bool out_of_time(Status status);

/// A callback for sweeps on the way to a start, which calls `on_sweep` for each of them as sweep 0.
/// `on_sweep` must outlive it.
std::function<Action(const Progress&)> as_start(
    const std::function<Action(const Progress&)>& on_sweep);

/// Calls run() after a start whose sweeps ended with the status `at_start`. Where they ended for
/// lack of time, no sweeps are made.
Result run_from(Status at_start, Alternation& method, StopSettings stop,
                const std::function<Action(const Progress&)>& on_sweep);

}  // namespace grmf::internal
