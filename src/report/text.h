#pragma once

#include <string>

/// Numbers for people.
namespace grmf::report {

/// Six significant digits.
std::string brief(double number);
/// 0.12345 -> "12.3 %"
std::string percent(double share);

}  // namespace grmf::report
