#pragma once

#include <string>

#include "context/fit_context.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// What one step of an iteration reports.
struct IterationStep {
  double objective = 0.0;
  double change = 0.0;  ///< the measure that has to fall to the tolerance
  double step_u = 0.0;
  double step_v = 0.0;
};

/// A method that does not alternate over U and V, and whose objective may rise on the way.
class Iteration {
 public:
  virtual ~Iteration() = default;

  /// Makes a step. If it meets a number that is not finite, it must go back to where it was and
  /// report that number as its change.
  virtual IterationStep step() = 0;
  /// The factors after the last step.
  [[nodiscard]] virtual Factors current_factors() const = 0;
  /// Lists what the method needs to go on after a step.
  virtual void visit_iteration(StateArchive& archive) = 0;

 protected:
  Iteration() = default;
  Iteration(const Iteration&) = default;
  Iteration& operator=(const Iteration&) = default;
};

/// Makes steps until the change is at most the tolerance, the cap or the time limit is reached, the
/// callback says stop, or a number is no longer finite. Where the fit has already ended, no steps
/// are made. `start` is the objective before the first step, and `measure` names the change in the
/// message. The history keeps the change as relative_change.
Result iterate(Iteration& method, double start, const StopSettings& stop,
               const std::string& measure, FitContext& context);

}  // namespace grmf::internal
