#pragma once

#include <string>

/// Numbers as text for people.
namespace grmf::report {

/// A number with six significant digits.
std::string brief(double number);
/// A share as a percentage: 0.12345 -> "12.3 %".
std::string percent(double share);

}  // namespace grmf::report
