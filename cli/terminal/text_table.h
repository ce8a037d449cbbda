#pragma once

#include <string>
#include <vector>

namespace grmf::cli {

/// Lines of fields as text in which the fields stand in columns, aligned to the right. All lines
/// must have as many fields as the first.
std::string text_table(const std::vector<std::vector<std::string>>& lines);

}  // namespace grmf::cli
