#include "starts/grmf_start.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "backends/backends.h"
#include "result/misfit.h"
#include "solve/gauge_search.h"
#include "starts/robust_start.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

/// Replaces the atan loss by l1; any other loss stays.
Terms with_convex_loss(Terms terms) {
  if (const auto* atan = std::get_if<AtanLoss>(&terms.loss)) terms.loss = L1Loss{atan->eps};
  return terms;
}

/// The terms with an l1 loss that is rounder near 0. Its weights hold on less to entries that
/// already fit, so that sweeps go further. Empty where the loss is not l1 or is already as round.
std::optional<Terms> with_rounder_loss(Terms terms, double unit) {
  constexpr double width = 0.03;  // by measurement: less is slower, more ends elsewhere
  const double eps = width * unit * width * unit;
  auto* l1 = std::get_if<L1Loss>(&terms.loss);
  if (l1 == nullptr || l1->eps >= eps) return std::nullopt;
  l1->eps = eps;
  return terms;
}

Terms without_signs(Terms terms) {
  terms.u.hard = terms.v.hard = false;
  return terms;
}

/// The terms for finding the product U V^T: with a convex loss, and without sparsity, grouping and
/// the constraint U, V >= 0.
Terms product_terms(const Terms& terms) {
  return without_signs(with_convex_loss(without_structure(terms)));
}

/// Settings for sweeps with a stand-in for the loss: they need not come nearer to their own minimum
/// than that is to the minimum of the real loss.
StopSettings with_loose_stop(StopSettings stop) {
  stop.tolerance = std::max(stop.tolerance, 1e-5);
  stop.rule = StopRule::decrease;
  return stop;
}

GrmfOptions without_gauge(GrmfOptions settings) {
  settings.gauge = Gauge::off;
  return settings;
}

}  // namespace

double yield_point(Engine& engine, const Factors& factors) {
  // These are by measurement (docs/recovery.md). What the factors cannot fit must not look like an
  // error of the data.
  constexpr double of_scale = 0.25;
  constexpr double deviations = 2.0;
  const double scale = engine.unit();
  return std::max(of_scale * scale, deviations * misfit(engine.residual_sizes(factors), scale));
}

GrmfStart::GrmfStart(Engine& engine, FitContext& context, const Terms& terms,
                     const GrmfOptions& settings, int rank, const StopSettings& stop)
    : engine_(&engine),
      context_(&context),
      terms_(&terms),
      settings_(without_gauge(settings)),
      rank_(rank),
      stop_(stop) {}

Factors GrmfStart::factors() {
  const bool sweeps = stop_.max_sweeps > 0;
  const bool atan = std::holds_alternative<AtanLoss>(terms_->loss);
  const int by_l1 = settings_.l1_rank;
  const int columns = atan && by_l1 > 0 ? std::min(by_l1, rank_) : rank_;
  const bool hard = settings_.nonnegative == Nonnegativity::hard;
  Factors start =
      hard && settings_.init != Init::random && sweeps ? nonnegative(columns) : signless(columns);
  check_start(start, *engine_, columns);
  if (atan && sweeps) start = with_l1(std::move(start));
  if (columns < rank_) start = grown_by_atan(std::move(start));
  return start;
}

Factors GrmfStart::signless(int columns) {
  switch (settings_.init) {
    case Init::svd:
      return svd_start(*engine_, columns, *context_);
    case Init::random:
      return random_start(*engine_, columns, context_->seed());
    case Init::robust:
      break;
  }
  const Terms terms = product_terms(*terms_);
  const std::optional<Terms> rounder = with_rounder_loss(terms, engine_->unit());
  Factors start = robust_start(*engine_, *context_, columns, rounder.value_or(terms), stop_);
  if (!rounder || context_->ended()) return start;
  GrmfRun round(*engine_, *context_, *rounder, settings_, std::move(start));
  run(round, with_loose_stop(stop_), *context_);
  return round.factors();
}

Factors GrmfStart::nonnegative(int columns) {
  Factors found = signless(columns);
  check_start(found, *engine_, columns);
  GrmfRun signless(*engine_, *context_, product_terms(*terms_), settings_, std::move(found));
  improve(signless, stop_.tolerance);
  const Data product(multiply_transposed(signless.factors().u, signless.factors().v));
  const auto engine = make_engine(product, *context_);
  Terms square{.loss = L2Loss{}, .u = {.hard = true}, .v = {.hard = true}};
  // The ridge only has to keep both factors of the same size.
  square.u.lambda3 = square.v.lambda3 = 1e-4 * product.scale();
  GrmfRun nonnegative(*engine, *context_, square, settings_,
                      nonnegative_svd_start(*engine, columns, *context_));
  improve(nonnegative, stop_.tolerance);
  return nonnegative.factors();
}

Factors GrmfStart::with_l1(Factors start) {
  GrmfRun l1(*engine_, *context_, with_convex_loss(without_structure(*terms_)), settings_,
             std::move(start));
  improve(l1, stop_.tolerance);
  return l1.factors();
}

/// The loss yields at ever smaller residuals as columns are added and the misfit becomes smaller.
Factors GrmfStart::grown_by_atan(Factors start) {
  const auto terms = [&](const Factors& factors) {
    Terms now = without_structure(*terms_);
    if (settings_.a == 0) std::get<AtanLoss>(now.loss).a = yield_point(*engine_, factors);
    return now;
  };
  const Signs signs = terms_->u.hard ? Signs::nonnegative : Signs::free;
  return grow_columns(*engine_, *context_, std::move(start), rank_, signs, terms, stop_);
}

/// Makes sweeps of a plain fit, down to `tolerance` or that of the fit, whichever is smaller.
void GrmfStart::improve(GrmfRun& plain, double tolerance) {
  if (context_->must_end()) return;
  StopSettings stop = stop_;
  stop.tolerance = std::min(stop.tolerance, tolerance);
  stop.max_sweeps = 500;
  stop.rule = StopRule::decrease;
  run(plain, stop, *context_);
}

/// Searches for a far gauge of the factors of a plain fit. Where there clearly are groups but f is
/// not lower, either the rows or the random draws were not good enough, so the search is repeated
/// with better rows and other draws.
void GrmfStart::search_far_gauge(GrmfRun& run, GrmfRun& plain) {
  std::uint64_t seed = context_->seed();
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    improve(plain, tolerance);
    if (context_->must_end()) break;
    if (run.look_far_from(plain.factors(), seed++) != Search::not_lower) break;
  }
}

void GrmfStart::find_groups(GrmfRun& run) {
  if (context_->ended()) return;
  GrmfRun plain(*engine_, *context_, without_structure(*terms_), settings_, run.factors());
  improve(plain, stop_.tolerance);
  run.set_factors(plain.factors());
  if (context_->must_end()) return;
  run.gauge_step_at_start();
  if (rank_ > most_searchable_columns) return;
  search_far_gauge(run, plain);
  if (context_->ended() || (!terms_->u.hard && !terms_->v.hard)) return;
  // The constraint U, V >= 0 bars the way to many products. Without it the product is found more
  // easily, and where its groups are non-negative, the search leads to non-negative factors.
  GrmfRun signless(*engine_, *context_, product_terms(*terms_), settings_,
                   svd_start(*engine_, rank_, *context_));
  search_far_gauge(run, signless);
}

}  // namespace grmf::internal
