#pragma once

#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// |y - u . v| of observed entries: of all where the data have fewer than `enough` entries, and
/// otherwise of a sample from all rows and columns. The sample grows while few of its residuals are
/// more than rounding. A larger `enough` than the default would give no better quantiles.
std::vector<double> residual_sizes(const Data& data, const Factors& factors,
                                   Index enough = 200'000);

}  // namespace grmf::internal
