#pragma once

#include "grmf/data.h"

namespace grmf::bench {

/// Computes residuals, weights, Gram matrices and right-hand sides of all rows of U (or of V),
/// `times` over, on one thread: a half-sweep without solving the small systems. Returns the seconds
/// for one half-sweep.
double seconds_of_half_sweep(const Data& data, int rank, bool of_v, int times);

}  // namespace grmf::bench
