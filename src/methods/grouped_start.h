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
/// These sweeps belong to the start: the callback sees them as sweep 0, and they have a cap of their own. Returns
/// Status::stopped or Status::time_limit where there is no time for more.
Status start_with_groups(GrmfRun& run, const Data& data, const Model& model,
                         const GrmfOptions& settings, const FitOptions& options,
                         const StopSettings& stop, Workers& workers);

}  // namespace grmf::internal
