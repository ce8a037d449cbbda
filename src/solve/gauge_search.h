#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "grmf/fit.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// With more columns than this, r - 1 rows drawn at random hardly ever lie in a plane that holds
/// many rows, and what the search finds is chance.
inline constexpr Index most_searchable_columns = 8;

struct FoundGauges {
  std::vector<Dense> gauges;  ///< best first
  bool clear = false;         ///< whether the best has as many zeros and ties as rows with groups
};

/// Finds gauges Q in which many rows of U Q and V Q^-T have zeros and ties, without a start.
///
/// A row with x_l = 0 or x_l = x_k lies in a plane through the origin, whose normal is e_l or
/// e_l - e_k. Take the points p_0 = 0, which stands for "zero", and p_l = e_l. Then the normals are
/// the edges p_l - p_k of the complete graph on 0..r. This structure survives any change of basis:
/// there are planes that hold many rows, and points p whose differences are the normals of these
/// planes. Where a few of the planes are found, the points follow, and with them the other planes.
/// A factor alone cannot tell which of its points is "zero"; the other factor can. No gauges are
/// found where the only such planes are the planes of the present basis.
FoundGauges gauges_from_scratch(const Factors& factors, std::uint64_t seed, Workers& workers);

}  // namespace grmf::internal
