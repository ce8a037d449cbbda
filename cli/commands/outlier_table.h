#pragma once

#include <vector>

#include "grmf/names.h"
#include "grmf/outliers.h"

namespace grmf::cli {

/// Prints outliers as a table for people, with the names of their rows and columns.
void print_outliers(const std::vector<Outlier>& outliers, const Names& names);

}  // namespace grmf::cli
