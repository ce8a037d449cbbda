#pragma once

#include <string>
#include <vector>

#include "grmf/data.h"
#include "grmf/models.h"
#include "model/loss.h"
#include "model/penalty.h"

namespace grmf::internal {

/// The objective f in absolute numbers: what the solvers, the objective and the certificate see.
struct Model {
  AnyLoss loss;
  Penalty u;
  Penalty v;
};

/// Options and data -> absolute numbers.
Model resolve(const GrmfOptions& options, const Data& data);

}  // namespace grmf::internal
