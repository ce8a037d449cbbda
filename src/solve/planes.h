#pragma once

#include <cstdint>
#include <vector>

#include "core/dense.h"

namespace grmf::internal {

/// Sine of the angle up to which a row counts as lying in a plane.
inline constexpr double in_plane = 5e-3;

/// Rows of length 1, no two alike up to sign, as columns. Of very many rows some.
Dense directions_of(const Dense& rows);

/// How many directions lie in the plane through 0 with this normal, of any length.
Index held_by(const Eigen::VectorXd& normal, const Dense& directions);

/// A plane through 0 that holds many rows.
struct Plane {
  Eigen::VectorXd normal;  ///< of length 1
  Index held = 0;          ///< directions in it
};

/// Planes that hold more directions than chance explains, fullest first: those through r - 1 directions
/// drawn at random, with the normal fitted to all they hold. None where the only full planes are those with
/// the `known` normals (columns of length 1).
std::vector<Plane> full_planes(const Dense& directions, const Dense& known, std::uint64_t seed,
                               Workers& workers);

}  // namespace grmf::internal
