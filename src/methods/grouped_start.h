#pragma once

#include "core/run_loop.h"
#include "core/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/models.h"
#include "methods/grmf_run.h"
#include "model/model.h"

namespace grmf::internal {

/// Moves a run from its start to one with groups: first the product, by a fit without sparsity and grouping,
/// then the gauge. Ties show only where the rows are right, and what pulls at single entries on the way there
/// only holds them back.
///
/// The callback sees these sweeps as sweep 0: they belong to the start. Returns Status::stopped where it said
/// so.
Status start_with_groups(GrmfRun& run, const Data& data, const Model& model,
                         const GrmfOptions& settings, const FitOptions& options,
                         const StopSettings& stop, Workers& workers);

}  // namespace grmf::internal
