#pragma once

#include <cstdint>
#include <vector>

#include "linalg/dense.h"

namespace grmf::internal {

/// Sine of the angle up to which a row counts as lying in a plane.
inline constexpr double in_plane = 5e-3;

struct Directions {
  Dense columns;  ///< of length 1, no two alike up to sign
  bool repeated;  ///< whether many rows share one: they do where they have few values
};
/// Of the rows; of very many rows some.
Directions directions_of(const Dense& rows);

/// How many directions lie in the plane through 0 with this normal, of any length.
Index held_by(const Eigen::VectorXd& normal, const Dense& directions);

/// A plane through 0 that holds many rows.
struct Plane {
  Eigen::VectorXd normal;  ///< of length 1
  Index held = 0;          ///< directions in it
};

/// Planes that hold more directions than chance explains, fullest first: those through r - 1 directions
/// drawn at random, with the normal fitted to all they hold. None where the only full planes are those with
/// the `known` normals (columns of length 1), or where the first draws hold little and nothing is repeated.
std::vector<Plane> full_planes(const Directions& rows, const Dense& known, std::uint64_t seed,
                               Workers& workers);

}  // namespace grmf::internal
