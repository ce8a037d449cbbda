#include "methods/grouped_start.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/misfit.h"
#include "methods/start.h"
#include "solve/gauge_search.h"

namespace grmf::internal {

bool out_of_time(Status status) {
  return status == Status::stopped || status == Status::time_limit;
}

namespace {

Model without_structure(Model model) {
  for (Penalty* penalty : {&model.u, &model.v}) penalty->lambda1 = penalty->lambda2 = 0;
  return model;
}

/// Of the atan loss; others stay.
Model with_convex_loss(Model model) {
  if (const auto* atan = std::get_if<AtanLoss>(&model.loss)) model.loss = L1Loss{atan->eps};
  return model;
}

Model without_signs(Model model) {
  model.u.hard = model.v.hard = false;
  return model;
}

GrmfOptions without_gauge(GrmfOptions settings) {
  settings.gauge = Gauge::off;
  return settings;
}

/// A plain fit, down to the smaller of both tolerances; the callback sees its sweeps as sweep 0.
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

double yield_point(const Data& data, const Factors& factors) {
  std::vector<double> residuals;
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      if (data.weight(i, j) == 0) continue;
      double estimate = 0.0;
      for (Index l = 0; l < factors.u.cols(); ++l) estimate += factors.u(i, l) * factors.v(j, l);
      residuals.push_back(std::abs(data.y()(i, j) - estimate));
    }
  }
  // By measurement (docs/recovery.md); what the model cannot fit must not look like an error of the data.
  constexpr double of_scale = 0.25;
  constexpr double deviations = 2.0;
  const double scale = data.scale() > 0 ? data.scale() : 1.0;
  return std::max(of_scale * scale, deviations * misfit(std::move(residuals), scale));
}

std::pair<Factors, Status> nonnegative_start(const Data& data, const Model& model,
                                             const GrmfOptions& settings, const FitOptions& options,
                                             const StopSettings& stop, Workers& workers) {
  const GrmfOptions no_gauge = without_gauge(settings);
  Factors svd = svd_start(data, options.rank, options.seed, workers);
  check_start(svd, data, options.rank);
  GrmfRun signless(data, without_signs(with_convex_loss(without_structure(model))), no_gauge,
                   options.rank, std::move(svd), workers);
  Status status = find_product(signless, stop, stop.tolerance, options.on_sweep);
  const Data product(multiply_transposed(signless.factors().u, signless.factors().v));
  Factors start = nonnegative_svd_start(product, options.rank, options.seed, workers);
  if (out_of_time(status)) return {std::move(start), status};
  Model square{.loss = L2Loss{}, .u = {.hard = true}, .v = {.hard = true}};
  square.u.lambda3 = square.v.lambda3 =
      1e-4 * product.scale();  // it only has to keep the factors of one size
  GrmfRun nonnegative(product, square, no_gauge, options.rank, std::move(start), workers);
  status = find_product(nonnegative, stop, stop.tolerance, options.on_sweep);
  return {nonnegative.factors(), status};
}

std::pair<Factors, Status> start_of_atan(const Data& data, const Model& model,
                                         const GrmfOptions& settings, Factors start,
                                         const FitOptions& options, const StopSettings& stop,
                                         Workers& workers) {
  const GrmfOptions no_gauge = without_gauge(settings);
  GrmfRun l1(data, with_convex_loss(without_structure(model)), no_gauge, options.rank,
             std::move(start), workers);
  const Status status = find_product(l1, stop, stop.tolerance, options.on_sweep);
  return {l1.factors(), status};
}

Status start_with_groups(GrmfRun& run, const Data& data, const Model& model,
                         const GrmfOptions& settings, const FitOptions& options,
                         const StopSettings& stop, Workers& workers) {
  const Model plain_model = without_structure(model);
  const GrmfOptions no_gauge = without_gauge(settings);
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
  GrmfRun signless(data, without_signs(with_convex_loss(plain_model)), no_gauge, options.rank,
                   svd_start(data, options.rank, options.seed, workers), workers);
  return search(run, signless, options, stop);
}

}  // namespace grmf::internal
