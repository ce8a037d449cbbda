#include "methods/grouped_start.h"

#include <algorithm>
#include <functional>

#include "methods/start.h"

namespace grmf::internal {
namespace {

Model without_structure(Model model) {
  for (Penalty* penalty : {&model.u, &model.v}) penalty->lambda1 = penalty->lambda2 = 0;
  return model;
}

Model without_signs(Model model) {
  model.u.hard = model.v.hard = false;
  return model;
}

Status find_product(GrmfRun& plain, StopSettings stop,
                    const std::function<Action(const Progress&)>& on_sweep) {
  constexpr double rows_are_right = 1e-6;
  stop.tolerance = std::min(stop.tolerance, rows_are_right);
  stop.rule = StopRule::decrease;
  std::function<Action(const Progress&)> as_start;
  if (on_sweep) {
    as_start = [&](Progress progress) {
      progress.sweep = 0;
      return on_sweep(progress);
    };
  }
  return internal::run(plain, stop, as_start).status;
}

}  // namespace

Status start_with_groups(GrmfRun& run, const Data& data, const Model& model,
                         const GrmfOptions& settings, const FitOptions& options,
                         const StopSettings& stop, Workers& workers) {
  const Model plain_model = without_structure(model);
  GrmfRun plain(data, plain_model, settings, options.rank, run.factors(), workers);
  Status status = find_product(plain, stop, options.on_sweep);
  run.set_factors(plain.factors());
  if (status == Status::stopped) return status;
  run.turn_gauge();
  if (!model.u.hard && !model.v.hard) return status;
  // Signs bar the way to many a product. Without them it is found more easily, and where its groups are
  // non-negative, so is what the search makes of it.
  GrmfRun unsigned_run(data, without_signs(plain_model), settings, options.rank,
                       svd_start(data, options.rank, options.seed, workers), workers);
  status = find_product(unsigned_run, stop, options.on_sweep);
  if (status != Status::stopped)
    run.take_gauge_of(unsigned_run.factors(), GaugeSearch::from_scratch);
  return status;
}

}  // namespace grmf::internal
