#pragma once

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// The SVD of data with outliers lies on the outliers, from where a method with many local minima does not come
/// back. A few sweeps of GRMF, which has few, leave them behind. `stop` bounds the time.
Factors l1_start(const Data& data, const FitOptions& options, const StopSettings& stop,
                 Workers& workers);

}  // namespace grmf::internal
