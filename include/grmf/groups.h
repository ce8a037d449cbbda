#pragma once

#include <span>
#include <vector>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// Positions in a row of a factor that hold exactly the same value.
struct Group {
  double value = 0.0;
  std::vector<Index> members;  ///< positions in ascending order
};

/// The groups of one row, by ascending value.
GRMF_EXPORT std::vector<Group> groups_of(std::span<const double> row);

/// The paper's count of the groups of one row: sort the row and start a new group whenever the
/// running span exceeds `tolerance`.
GRMF_EXPORT Index count_groups_paper(std::span<const double> row, double tolerance);

}  // namespace grmf
