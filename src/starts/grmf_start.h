#pragma once

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "objective/terms.h"
#include "solve/grmf_run.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// Where the atan loss begins to yield if the user does not say: a quarter of the unit of the data,
/// or twice the misfit of these factors if that is more.
double yield_point(Engine& engine, const Factors& factors);

/// What a fit does before its own sweeps. Sweeps that are made here belong to the start: the
/// callback sees them as sweep 0, and they do not count towards the cap of the fit. With a cap of 0
/// the only sweeps here are those between added columns (Init::robust, l1_rank).
class GrmfStart {
 public:
  /// Engine, context and terms must outlive this.
  GrmfStart(Engine& engine, FitContext& context, const Terms& terms, const GrmfOptions& settings,
            int rank, const StopSettings& stop);

  /// The start that the options name. Where U, V >= 0, the product is first found without this
  /// constraint, which bars the way to it, and then factored into non-negative factors by least
  /// squares. For the atan loss the start begins with the l1 solution.
  Factors factors();
  /// Moves a run from its start to factors with groups: first the product is found by a fit without
  /// sparsity and grouping, and then the gauge. Ties show only where the rows are right, and
  /// penalties on single entries on the way there only hold the rows back.
  void find_groups(GrmfRun& run);

 private:
  Factors signless(int columns);
  Factors nonnegative(int columns);
  Factors with_l1(Factors start);
  Factors grown_by_atan(Factors start);
  void improve(GrmfRun& plain, double tolerance);
  void search_far_gauge(GrmfRun& run, GrmfRun& plain);

  Engine* engine_;
  FitContext* context_;
  const Terms* terms_;
  GrmfOptions settings_;  ///< with the gauge off
  int rank_;
  StopSettings stop_;
};

}  // namespace grmf::internal
