#pragma once

#include "grmf/data.h"

namespace grmf::internal {

/// The unit s of the data (Data::scale()), or 1 for data that are all 0, where any unit will do.
inline double unit_of(const Data& data) { return data.scale() > 0 ? data.scale() : 1.0; }

/// What the weights of the entries make of their noise, by what they make of their curvature:
/// sum m^2 / sum m. Without it, data whose weights are all 10 would seem to be known better.
double unit_of_weights(const Data& data);

}  // namespace grmf::internal
