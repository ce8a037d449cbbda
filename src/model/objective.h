#pragma once

#include "core/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "model/model.h"
#include "solve/kernel.h"

namespace grmf::internal {

/// f(U, V). Summed in the order of the rows, whoever computes them.
double objective(const Data& data, const Model& model, const Kernel& kernel, const Factors& factors,
                 Workers& workers);

/// What R adds to it, over all rows.
double penalties(const Model& model, const Factors& factors);

}  // namespace grmf::internal
