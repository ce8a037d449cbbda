#pragma once

#include <string>
#include <vector>

#include "grmf/index.h"
#include "grmf/names.h"

namespace grmf::cli {

/// The name of row or column `k`, or its number counted from 0 where it has none.
std::string label_of(const std::vector<std::string>& names, Index k);

/// A line that says how rows and columns without names are counted; empty where all have names.
std::string counting_note(const Names& names);

/// The names of data that are matched with others: those of the data, or else those of the others.
/// Throws Error where both have names and they differ; `whose` says in the message whose the others
/// are.
Names matched_names(const Names& others, const Names& data,
                    const std::string& whose = "that of the model");

}  // namespace grmf::cli
