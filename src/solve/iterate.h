#pragma once

#include <functional>
#include <string>

#include "solve/run_loop.h"

namespace grmf::internal {

/// What one step of an iteration reports.
struct IterationStep {
  double objective = 0.0;
  double change = 0.0;  ///< the measure that has to fall to the tolerance
  double step_u = 0.0;
  double step_v = 0.0;
};

/// The loop of methods that do not alternate over U and V, and whose objective may rise on the way.
/// It makes steps until the change is at most the tolerance, the cap or the time limit is reached,
/// the callback says stop, or a number is no longer finite. `start` is the objective before the
/// first step, and `measure` names the change in the message. The history keeps the change as
/// relative_change.
///
/// A step that meets a number that is not finite must go back to where it was and report that
/// number as its change.
Result iterate(const std::function<IterationStep()>& step, double start, const StopSettings& stop,
               const std::string& measure, const std::function<Action(const Progress&)>& on_sweep);

}  // namespace grmf::internal
