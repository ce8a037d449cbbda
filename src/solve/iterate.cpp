#include "solve/iterate.h"

#include <cmath>

#include "grmf/option.h"

namespace grmf::internal {

Result iterate(const std::function<IterationStep()>& step, double start, const StopSettings& stop,
               const std::string& measure, const std::function<Action(const Progress&)>& on_sweep) {
  Result result;
  result.status = Status::max_sweeps;
  result.history.push_back({.sweep = 0, .objective = start});
  for (int t = 1; t <= stop.max_sweeps && result.status == Status::max_sweeps; ++t) {
    const IterationStep done = step();
    const Sweep& sweep = result.history.emplace_back(Sweep{.sweep = t,
                                                           .objective = done.objective,
                                                           .relative_change = done.change,
                                                           .step_u = done.step_u,
                                                           .step_v = done.step_v});
    const double seconds = seconds_since(stop.begin);
    if (!std::isfinite(done.change)) {
      result.status = Status::numerical_issue;
    } else if (on_sweep && on_sweep({sweep, seconds}) == Action::stop) {
      result.status = Status::stopped;
    } else if (done.change <= stop.tolerance) {
      result.status = Status::converged;
    } else if (seconds >= stop.time_limit) {
      result.status = Status::time_limit;
    }
  }
  result.objective = result.history.back().objective;
  result.message = describe(result.status, result.sweeps(),
                            measure + " at most " + to_string(OptionValue(stop.tolerance)));
  return result;
}

}  // namespace grmf::internal
