#pragma once

/// What a fit does before its sweeps.

#include <utility>

#include "core/run_loop.h"
#include "core/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/models.h"
#include "methods/grmf_run.h"
#include "model/model.h"

namespace grmf::internal {

/// Whether a fit that ended so on the way to its start has no time for more.
bool out_of_time(Status status);

/// Where the atan loss begins to yield, where the user does not say: a quarter of the unit of the data, or twice the
/// misfit of these factors where that is more.
double yield_point(const Data& data, const Factors& factors);

/// Where U, V >= 0: the product is found without the signs, which bar the way to it, and then taken apart into
/// non-negative factors by least squares. Status as below.
std::pair<Factors, Status> nonnegative_start(const Data& data, const Model& model,
                                             const GrmfOptions& settings, const FitOptions& options,
                                             const StopSettings& stop, Workers& workers);

/// The l1 solution, from which the atan loss is begun; Status::stopped or Status::time_limit where there is no
/// time for more.
std::pair<Factors, Status> start_of_atan(const Data& data, const Model& model,
                                         const GrmfOptions& settings, Factors start,
                                         const FitOptions& options, const StopSettings& stop,
                                         Workers& workers);

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
