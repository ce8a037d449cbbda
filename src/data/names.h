#pragma once

#include <string>
#include <vector>

#include "grmf/names.h"

namespace grmf::internal {

/// Several rows or columns, by their names or else by their numbers: "'a', 'b' and 12 more", "0, 4
/// (counted from 0)". At most five are named. `names` are those of all rows or of all columns.
std::string listed(const std::vector<std::string>& names, const std::vector<Index>& which);

}  // namespace grmf::internal
