#pragma once

#include <cstdint>

#include "base/workers.h"
#include "engine/engine.h"
#include "grmf/data.h"

namespace grmf::internal {

/// Leads rows out of poor local minima. Under a loss that gives gross errors no weight, a row of
/// few entries may settle on the wrong ones and give up the others. A row that has given up far
/// more entries than most is tried again from random picks of as many entries as it has values, and
/// moves where its part of f is lower. Returns how many rows have moved.
///
/// `x` is the factor whose rows are looked at and `a` the other one; `width` is the size of a
/// residual from which on an entry counts as given up.
Index rescue_rows(Side side, const Data& data, const Terms& terms, double width, const Matrix& a,
                  std::uint64_t seed, Workers& workers, Matrix& x);

}  // namespace grmf::internal
