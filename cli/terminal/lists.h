#pragma once

#include <string>
#include <vector>

/// Flags that take several values.
namespace grmf::cli {

/// "0,0.3,0.5", "0:0.7:0.1" (from, to, step) or both mixed. Throws Error naming the flag.
std::vector<double> parse_numbers(const std::string& flag, const std::string& text);
/// "2,4,8", "2:12" or "2:12:2".
std::vector<int> parse_whole_numbers(const std::string& flag, const std::string& text);
/// "a,b,c"
std::vector<std::string> split(const std::string& text, char separator = ',');

}  // namespace grmf::cli
