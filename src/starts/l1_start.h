#pragma once

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// A start by a few sweeps of GRMF with the l1 loss, from the SVD. The SVD follows outliers, and a
/// method with many local minima does not recover from there. GRMF, which has few local minima,
/// leaves the outliers behind. `stop` bounds the time.
Factors l1_start(const Data& data, const FitOptions& options, const StopSettings& stop,
                 Workers& workers);

}  // namespace grmf::internal
