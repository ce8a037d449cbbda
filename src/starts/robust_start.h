#pragma once

#include <cstdint>
#include <functional>

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "objective/terms.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// The factors with one more column each, both of the same norm. The product of the new columns is
/// the rank-one matrix nearest to the residuals, which are clipped at their median size. This needs
/// no array of the size of the data. `found` may have no columns (d x 0 and n x 0).
Factors with_another_column(Engine& engine, const Factors& found, std::uint64_t seed);

/// Whether some column is next to nothing. The loss has no use for such a column by itself, but may
/// have a use for it together with others.
bool collapsed(const Factors& factors);

/// Gives the terms of the objective for factors to which a column has just been added.
using TermsFor = std::function<Terms(const Factors&)>;

/// Whether the factors may have any signs or must be non-negative.
enum class Signs { free, nonnegative };

/// Adds columns to `start`, which may have none, until there are `rank`, and makes a few sweeps
/// after each column but the last. Once the fit has ended, no more sweeps are made and the columns
/// still to be added are 0.
Factors grow_columns(Engine& engine, FitContext& context, Factors start, int rank, Signs signs,
                     const TermsFor& terms, const StopSettings& stop);

/// Makes two starts, by grow_columns() and by the SVD, and a few sweeps from each, and returns the
/// factors with the lower f. Grown columns are not drawn to gross errors; where there are no gross
/// errors the SVD, which sees all columns at once, is often better.
Factors robust_start(Engine& engine, FitContext& context, int rank, const Terms& terms,
                     const StopSettings& stop);

}  // namespace grmf::internal
