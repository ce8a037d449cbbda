#pragma once

#include <string>
#include <vector>

namespace grmf::cli {

/// A line of comma-separated fields with its line end. Fields that need quotes get them.
std::string csv_line(const std::vector<std::string>& fields);
/// Prints such a line on standard output; on a terminal without control characters.
void print_csv_line(const std::vector<std::string>& fields);

}  // namespace grmf::cli
