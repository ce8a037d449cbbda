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

  virtual void update_v() = 0;    ///< V given U
  virtual double update_u() = 0;  ///< U given V; f as it was before
  /// What does not raise f and belongs to neither; true if it jumped, so that past sweeps tell
  /// nothing about those to come.
  virtual bool end_of_sweep() = 0;
  /// Brings a proposal into the set the factors must stay in.
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

/// When to end, every default filled in.
struct StopSettings {
  int max_sweeps;
  double tolerance;
  StopRule rule;
  double delta_u;
  double delta_v;
  double time_limit;
  int acceleration;
  std::chrono::steady_clock::time_point begin;  ///< of the fit, for time limit and progress
};

double seconds_since(std::chrono::steady_clock::time_point begin);
/// What the history keeps of a sweep.
Sweep record(int number, double f, double f_before, const Factors& now, const Factors& before);
/// A status after so many sweeps in words; `rule` is what makes it converged.
std::string describe(Status status, int count, const std::string& rule);

/// Algorithm 1 of the paper: sweeps of V and U until the stop rule is met, the cap or the time
/// limit is reached, the callback says stop, or f is no longer finite or rises. Returns status,
/// message, history and objective; the factors stay in `method`.
Result run(Alternation& method, const StopSettings& stop,
           const std::function<Action(const Progress&)>& on_sweep);

/// Whether sweeps that ended so leave no time for others.
bool out_of_time(Status status);

/// A callback for sweeps on the way to a start: it sees them as sweep 0. `on_sweep` must outlive it.
std::function<Action(const Progress&)> as_start(
    const std::function<Action(const Progress&)>& on_sweep);

/// run() after a start whose sweeps ended with `at_start`: where that was for lack of time, there are no more.
Result run_from(Status at_start, Alternation& method, StopSettings stop,
                const std::function<Action(const Progress&)>& on_sweep);

}  // namespace grmf::internal
