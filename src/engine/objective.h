#pragma once

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// f(U, V). Summed in the order of the rows, whoever computes them.
double objective(const Data& data, const Terms& terms, const Kernel& kernel, const Factors& factors,
                 Workers& workers);

}  // namespace grmf::internal
