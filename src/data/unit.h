#pragma once

#include "grmf/data.h"

namespace grmf::internal {

/// The unit s of the data (Data::scale()), or 1 for data that are all 0, where any unit will do.
inline double unit_of(const Data& data) { return data.scale() > 0 ? data.scale() : 1.0; }

}  // namespace grmf::internal
