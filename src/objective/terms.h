#pragma once

#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "objective/loss.h"
#include "objective/penalty.h"

namespace grmf::internal {

/// The objective f in absolute numbers: what the solvers, the objective and the certificate see.
struct Terms {
  AnyLoss loss;
  Penalty u;
  Penalty v;
};

/// Options and data -> absolute numbers.
Terms resolve(const GrmfOptions& options, const Data& data);

/// What R adds to f over all rows of both factors.
double penalties(const Terms& terms, const Factors& factors);

}  // namespace grmf::internal
