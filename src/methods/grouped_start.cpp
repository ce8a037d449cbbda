#include "methods/grouped_start.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "methods/start.h"
#include "solve/gauge_search.h"

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

bool out_of_time(Status status) {
  return status == Status::stopped || status == Status::time_limit;
}

Status find_product(GrmfRun& plain, StopSettings stop, double tolerance,
                    const std::function<Action(const Progress&)>& on_sweep) {
  stop.tolerance = std::min(stop.tolerance, tolerance);
  stop.max_sweeps = 500;
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

/// Looks far from the product that a plain fit has found. Where something is there but nothing is lower, the
/// rows were not good enough, or the draws: again with better ones.
Status search(GrmfRun& run, GrmfRun& plain, const FitOptions& options, const StopSettings& stop) {
  Status status = Status::converged;
  std::uint64_t seed = options.seed;
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    status = find_product(plain, stop, tolerance, options.on_sweep);
    if (out_of_time(status)) break;
    if (run.look_far_from(plain.factors(), seed++) != Search::not_lower) break;
  }
  return status;
}

}  // namespace

Status start_with_groups(GrmfRun& run, const Data& data, const Model& model,
                         const GrmfOptions& settings, const FitOptions& options,
                         const StopSettings& stop, Workers& workers) {
  const Model plain_model = without_structure(model);
  GrmfOptions no_gauge = settings;
  no_gauge.gauge = Gauge::off;
  GrmfRun plain(data, plain_model, no_gauge, options.rank, run.factors(), workers);
  Status status = find_product(plain, stop, stop.tolerance, options.on_sweep);
  run.set_factors(plain.factors());
  if (out_of_time(status)) return status;
  run.turn_nearby();
  if (options.rank > most_searchable_columns) return status;
  status = search(run, plain, options, stop);
  if (out_of_time(status) || (!model.u.hard && !model.v.hard)) return status;
  // Signs bar the way to many a product. Without them it is found more easily, and where its groups are
  // non-negative, so is what the search makes of it.
  GrmfRun signless(data, without_signs(plain_model), no_gauge, options.rank,
                   svd_start(data, options.rank, options.seed, workers), workers);
  return search(run, signless, options, stop);
}

}  // namespace grmf::internal
