#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "solve/known_rows.h"

namespace grmf::internal {

/// A plane through 0 that holds many rows.
struct Plane {
  Eigen::VectorXd normal;  ///< of length 1
  double held = 0.0;       ///< what the rows in it are worth beyond chance
  double error = 0.0;      ///< of the normal, as an angle
};

/// Finds planes that hold more rows than chance explains, fullest first. Each is drawn through
/// r - 1 random rows, and its normal is then fitted to all rows that it holds. The result is empty
/// where the first planes drawn hold few rows and none is repeated.
std::vector<Plane> full_planes(const KnownRows& rows, std::uint64_t seed, Workers& workers);

}  // namespace grmf::internal
