#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "grmf/fit.h"
#include "objective/terms.h"

namespace grmf::internal {

/// Whether f has anything that sees the gauge beside the ridge.
bool structured(const Terms& terms);

/// The gauge step. All below have the product of `factors` but for rounding, and promise lower penalties;
/// whether f falls the caller must see.
///
/// Downhill from the basis there is. Non-negative factors stay so under `hard`.
Factors nearby_gauge(const Terms& terms, const Factors& factors, Workers& workers);
struct FarGauges {
  std::vector<Factors> candidates;  ///< best first
  bool clear = false;               ///< see FoundGauges
};
/// Where many rows have zeros and ties, however far. Under `hard` they may be negative, as `factors` may.
FarGauges far_gauges(const Terms& terms, const Factors& factors, std::uint64_t seed,
                     Workers& workers);

}  // namespace grmf::internal
