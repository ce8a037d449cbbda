#include "solve/iterate.h"

#include <cmath>

#include "grmf/option.h"

namespace grmf::internal {
namespace {

/// The status after a step that was reported; Status::max_sweeps while the iteration goes on.
Status status_after(const Sweep& sweep, const StopSettings& stop, FitContext& context) {
  if (!std::isfinite(sweep.relative_change)) return Status::numerical_issue;
  if (context.ended()) return context.status();
  if (sweep.relative_change <= stop.tolerance) return Status::converged;
  return context.must_end() ? context.status() : Status::max_sweeps;
}

}  // namespace

Result iterate(Iteration& method, double start, const StopSettings& stop,
               const std::string& measure, FitContext& context) {
  Result result;
  result.status = context.ended() ? context.status() : Status::max_sweeps;
  const auto visit_state = [&](StateArchive& archive) {
    method.visit_iteration(archive);
    archive(result.history);
  };
  if (context.resume(visit_state)) {
    result.status = status_after(result.history.back(), stop, context);
  } else {
    result.history.push_back({.sweep = 0, .objective = start});
  }
  while (result.status == Status::max_sweeps && result.sweeps() < stop.max_sweeps) {
    const IterationStep done = method.step();
    const Sweep& sweep = result.history.emplace_back(Sweep{.sweep = result.sweeps() + 1,
                                                           .objective = done.objective,
                                                           .relative_change = done.change,
                                                           .step_u = done.step_u,
                                                           .step_v = done.step_v});
    if (std::isfinite(done.change))
      context.report(
          sweep, [&] { return method.current_factors(); }, visit_state);
    result.status = status_after(sweep, stop, context);
  }
  result.objective = result.history.back().objective;
  result.message = describe(result.status, result.sweeps(),
                            measure + " at most " + to_string(OptionValue(stop.tolerance)));
  return result;
}

}  // namespace grmf::internal
