#pragma once

#include <string>

#include "grmf/fit.h"

/// Numbers, and what they mean, as text for people.
namespace grmf::report {

/// A number with six significant digits.
std::string brief(double number);
/// A share as a percentage: 0.12345 -> "12.3 %".
std::string percent(double share);
/// A sentence on whether groups were found, and why.
std::string said_of(const GroupEvidence& evidence);

}  // namespace grmf::report
