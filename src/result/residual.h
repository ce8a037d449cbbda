#pragma once

#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// |y - u . v| of observed entries: of all where they are not many more than `enough`, else of some from all rows and
/// columns; of the more, the fewer of them are of use. Quantiles of more than the default would be no better.
std::vector<double> residual_sizes(const Data& data, const Factors& factors,
                                   Index enough = 200'000);

}  // namespace grmf::internal
