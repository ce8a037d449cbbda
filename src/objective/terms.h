#pragma once

#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "objective/loss.h"
#include "objective/penalty.h"

namespace grmf::internal {

/// The objective f in absolute numbers, as the solvers, the objective and the certificate use it.
struct Terms {
  AnyLoss loss;
  Penalty u;
  Penalty v;
};

/// The absolute numbers that the options mean for these data. A lambda that is auto is 0.
Terms resolve(const GrmfOptions& options, const Data& data);

/// The terms without sparsity and grouping.
Terms without_structure(Terms terms);

/// The sum of R over all rows of both factors.
double penalties(const Terms& terms, const Factors& factors);

}  // namespace grmf::internal
