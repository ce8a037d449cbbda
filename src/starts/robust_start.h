#pragma once

#include <cstdint>
#include <functional>

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// The factors with one more column each, of equal size: the rank-one matrix nearest to what is left of the data, where what is
/// far off counts no more than the median. Needs no array of the size of the data. From d x 0 and n x 0 on.
Factors with_another_column(const Data& data, const Factors& found, Workers& workers);

/// Whether a column is next to nothing: the loss has no use for it by itself, but may have together with others.
bool collapsed(const Factors& factors);

/// A model for factors that have just got a column.
using TermsFor = std::function<Terms(const Factors&)>;

/// Whether the sweeps that follow have signs to keep.
enum class Signs { free, nonnegative };

/// Adds columns to `start`, which may have none, up to `rank`, a few sweeps after each but the last. `status` is that of the
/// last sweeps; after Status::stopped or Status::time_limit there are none, and columns of 0.
Factors grow(const Data& data, Factors start, int rank, Signs signs, const TermsFor& terms,
             const StopSettings& stop, const std::function<Action(const Progress&)>& on_sweep,
             Workers& workers, Status& status);

/// Grown from nothing, or the SVD, each after a few sweeps: whichever has the lower f. What is grown is not drawn to gross
/// errors; where there are none the SVD, which sees all columns at once, is often better.
Factors robust_start(const Data& data, int rank, const Terms& terms, std::uint64_t seed,
                     const StopSettings& stop,
                     const std::function<Action(const Progress&)>& on_sweep, Workers& workers,
                     Status& status);

}  // namespace grmf::internal
