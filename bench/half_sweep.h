#pragma once

#include "grmf/data.h"

namespace grmf::bench {

/// Residuals, weights, Gram matrices and right-hand sides of all rows of U (or of V), `times` over, on one thread: a
/// half-sweep without the solution of the small systems. Seconds for one.
double seconds_of_half_sweep(const Data& data, int rank, bool of_v, int times);

}  // namespace grmf::bench
