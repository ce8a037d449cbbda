#pragma once

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// A start by a few sweeps of GRMF with the l1 loss, from the SVD. The SVD follows outliers, and a
/// method with many local minima does not recover from there. GRMF, which has few local minima,
/// leaves the outliers behind.
Factors l1_start(Engine& engine, FitContext& context, const Data& data, int rank,
                 const StopSettings& stop);

}  // namespace grmf::internal
