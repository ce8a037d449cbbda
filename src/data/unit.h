#pragma once

#include "grmf/data.h"

namespace grmf::internal {

/// s; data that are all 0 have no unit, and any will do.
inline double unit_of(const Data& data) { return data.scale() > 0 ? data.scale() : 1.0; }

}  // namespace grmf::internal
