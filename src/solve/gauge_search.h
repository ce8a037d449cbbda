#pragma once

#include <cstdint>
#include <vector>

#include "core/dense.h"

namespace grmf::internal {

/// Bases in which many rows of x have zeros and ties, found from nothing.
///
/// A row with x_l = 0 or x_l = x_l' lies in a plane through the origin, with normal e_l or e_l - e_l'. With a node 0
/// for "zero", these are the edges of the complete graph on 0..r, and the normals of the edges of a triangle lie in
/// one plane themselves. Both survive any change of basis. So: planes that hold many rows (through r - 1 rows drawn at
/// random), triples of their normals that are coplanar, and from those the graph; which of its nodes is zero only
/// the other factor can tell, so that r + 1 bases are returned, best supported first, or none.
///
/// Column l of x Q is the coordinate whose zeros and ties were found.
std::vector<Dense> sparse_bases(const Dense& x, std::uint64_t seed);

}  // namespace grmf::internal
