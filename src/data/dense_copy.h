#pragma once

#include "grmf/data.h"

namespace grmf::internal {

/// All of Y as doubles, with 0 at missing entries, for the methods that need a whole dense matrix
/// (Method::needs_dense).
Matrix dense_copy(const Data& data);
/// All weights as doubles; empty where all entries count 1.
Matrix dense_weights(const Data& data);

}  // namespace grmf::internal
