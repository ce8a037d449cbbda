#pragma once

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// f(U, V). The losses are summed in the order of the rows, whichever worker computed them.
double objective(const Data& data, const Terms& terms, const Kernel& kernel, const Factors& factors,
                 Workers& workers);

}  // namespace grmf::internal
