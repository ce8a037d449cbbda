#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// Whether f has a sparsity or grouping term, so that the gauge matters beyond the ridge.
bool structured(const Terms& terms);

/// A gauge step: the factors in the basis that descent from their own basis leads to. Under `hard`
/// non-negative factors stay non-negative. U V^T stays the same but for rounding, and the penalties
/// should be lower, but the caller must compare f.
Factors nearby_gauge(const Terms& terms, const Factors& factors, Workers& workers);
/// The factors in other bases, with the same U V^T but for rounding.
struct FarGauges {
  std::vector<Factors> candidates;  ///< best first
  bool clear = false;               ///< whether the best clearly has groups (see FoundGauges)
};
/// Searches for bases in which many rows have zeros and ties, however far they are from the present
/// basis. Under `hard` the candidates may have negative entries, as `factors` may. The caller must
/// compare f.
FarGauges far_gauges(const Terms& terms, const Factors& factors, std::uint64_t seed,
                     Workers& workers);

}  // namespace grmf::internal
