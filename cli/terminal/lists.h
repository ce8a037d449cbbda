#pragma once

#include <string>
#include <vector>

/// The values of flags that take several.
namespace grmf::cli {

/// Numbers given as "0,0.3,0.5", as "0:0.7:0.1" (from, to, step), or both mixed. Throws Error
/// naming the flag.
std::vector<double> parse_numbers(const std::string& flag, const std::string& text);
/// Whole numbers given as "2,4,8", "2:12" or "2:12:2". Throws Error naming the flag.
std::vector<int> parse_whole_numbers(const std::string& flag, const std::string& text);
/// The parts of "a,b,c".
std::vector<std::string> split(const std::string& text);

}  // namespace grmf::cli
