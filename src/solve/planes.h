#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// The sine of the angle to a plane up to which a row counts as lying in it.
inline constexpr double in_plane = 5e-3;

/// The different directions of the rows of a matrix.
struct Directions {
  Dense columns;  ///< of length 1, no two alike up to sign
  bool repeated;  ///< whether many rows share a direction, as rows with few values do
};
/// The directions of the rows, or of some of them where there are very many.
Directions directions_of(const Dense& rows);

/// How many directions lie in the plane through 0 with this normal, which may have any length.
Index held_by(const Eigen::VectorXd& normal, const Dense& directions);

/// A plane through 0 that holds many rows.
struct Plane {
  Eigen::VectorXd normal;  ///< of length 1
  Index held = 0;          ///< number of directions in it
};

/// Finds planes that hold more directions than chance explains, fullest first. Each is drawn
/// through r - 1 random directions, and its normal is then fitted to all directions that it holds.
/// The result is empty where the only full planes are those with the `known` normals (columns of
/// length 1), or where the first planes drawn hold few directions and no direction is repeated.
std::vector<Plane> full_planes(const Directions& rows, const Dense& known, std::uint64_t seed,
                               Workers& workers);

}  // namespace grmf::internal
