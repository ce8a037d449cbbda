#pragma once

#include <string>
#include <string_view>

#include "grmf/fit.h"

/// Numbers, and what they mean, as text for people.
namespace grmf::report {

/// A number with six significant digits.
std::string brief(double number);
/// A number with three significant digits, for one whose size alone matters.
std::string rough(double number);
/// A share as a percentage: 0.12345 -> "12.3 %".
std::string percent(double share);
/// Text that a page or an svg shows as it is, whatever is in it. Control characters, which XML
/// cannot hold, become blanks.
std::string markup_text(std::string_view text);
/// A sentence on whether groups were found, and why.
std::string said_of(const GroupEvidence& evidence);

}  // namespace grmf::report
