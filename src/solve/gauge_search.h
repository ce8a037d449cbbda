#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "grmf/fit.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// Beyond so many columns r - 1 rows drawn hardly ever share a plane, and what is found in the time is chance.
inline constexpr Index most_searchable_columns = 8;

struct FoundGauges {
  std::vector<Dense> gauges;  ///< best first
  bool clear = false;  ///< whether the best has as many zeros and ties as rows of groups have
};

/// Gauges Q in which many rows of U Q and V Q^-T have zeros and ties, found from nothing.
///
/// A row with x_l = 0 or x_l = x_k lies in a plane through the origin, with normal e_l or e_l - e_k. With a
/// node 0 for "zero" (p_0 = 0, p_l = e_l) the normals are the edges p_l - p_k of the complete graph on
/// 0..r, and this survives any change of basis: planes that hold many rows, and points p whose differences
/// are their normals. Where a few of the planes are found, the points follow, and with them the other
/// planes. Which of the points is "zero" the factor itself cannot tell; the other one can. None where the
/// rows lie in no other planes than those of the basis they are in.
FoundGauges gauges_from_scratch(const Factors& factors, std::uint64_t seed, Workers& workers);

}  // namespace grmf::internal
