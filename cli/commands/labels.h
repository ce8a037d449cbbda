#pragma once

#include <string>
#include <vector>

#include "grmf/index.h"
#include "grmf/names.h"

namespace grmf::cli {

/// The name of row or column `k`, or its number counted from 0 where it has none.
std::string label_of(const std::vector<std::string>& names, Index k);

/// The names of what a model is applied to: those of the data, or else those of the model. Throws
/// Error where both have names and they differ.
Names matched_names(const Names& model, const Names& data);

}  // namespace grmf::cli
