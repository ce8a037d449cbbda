#pragma once

#include <string>
#include <utility>

#include "context/fit_context.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// What an alternating method supplies to the run loop.
class Alternation {
 public:
  virtual ~Alternation() = default;

  /// Makes the changes that are due before a sweep; they do not raise f. They may change both
  /// factors.
  virtual void prepare_sweep() {}
  virtual void update_v() = 0;    ///< updates V given U
  virtual double update_u() = 0;  ///< updates U given V and returns f before this update
  /// Makes the changes that are due after a sweep; they do not raise f. True if the factors jumped
  /// in this sweep, so that past sweeps tell nothing about those to come.
  virtual bool end_of_sweep() = 0;
  /// Brings proposed factors into the set in which the factors must stay.
  virtual void make_feasible(Factors& /*factors*/) const {}
  /// f at the current factors.
  [[nodiscard]] virtual double objective() = 0;
  /// f at the current factors, computed in such a way that update_v() is cheaper afterwards, where
  /// the method knows one.
  [[nodiscard]] virtual double look_ahead() { return objective(); }
  [[nodiscard]] virtual double certificate() = 0;

  [[nodiscard]] const Factors& factors() const { return factors_; }
  virtual void set_factors(Factors factors) { factors_ = std::move(factors); }

  /// Lists what the method needs to go on after a sweep, the factors among it.
  virtual void visit_state(StateArchive& archive) { archive(factors_); }

 protected:
  Alternation() = default;
  explicit Alternation(Factors start) : factors_(std::move(start)) {}
  Alternation(const Alternation&) = default;
  Alternation& operator=(const Alternation&) = default;

  Factors factors_;  // NOLINT(*-non-private-member-variables-in-classes): what it is all about
};

/// When a run ends, with every default filled in.
struct StopSettings {
  int max_sweeps;
  double tolerance;
  StopRule rule;
  double delta_u;
  double delta_v;
  int acceleration;
};

/// The entry of a sweep in the history.
Sweep record_sweep(int number, double f, double f_before, const Factors& now,
                   const Factors& before);
/// Says in words which status a run has after `count` sweeps; `rule` is what makes it converged.
std::string describe(Status status, int count, const std::string& rule);

/// Algorithm 1 of the paper: sweeps of V and U until the stop rule is met, the cap or the time
/// limit is reached, the callback says stop, or f is no longer finite or rises. Where the fit has
/// already ended, no sweeps are made. Returns factors, status, message, history and objective; the
/// factors stay in `method` too.
Result run(Alternation& method, const StopSettings& stop, FitContext& context);

}  // namespace grmf::internal
