#pragma once

#include "grmf/data.h"
#include "grmf/fit.h"

/// What every method does about data that no fit can explain.
namespace grmf::internal {

/// Sets the rows of the factors to 0 whose rows and columns of Y have no data. This never raises
/// f, because no residual depends on them.
void clear_empty_lines(const Data& data, Matrix& u, Matrix& v);

/// Adds a warning to the result that names the rows without data, and one that names the columns.
void warn_of_empty_lines(const Data& data, Result& result);

/// Adds a warning to the result if there are negative entries, for factors that are kept
/// non-negative.
void warn_of_negative_entries(const Data& data, Result& result);

}  // namespace grmf::internal
