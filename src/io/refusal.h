#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "grmf/error.h"
#include "grmf/matrix.h"

/// How readers refuse an input: `FILE:LINE: what is wrong; what the rule is; what to do`.
namespace grmf::io {

/// Throws Error because the content of an input breaks a rule.
[[noreturn]] void refuse(const std::string& name, const std::string& what);
[[noreturn]] void refuse(const std::string& name, Index line, const std::string& what);

/// Throws Error because an input ends too early.
[[noreturn]] void refuse_truncated(const std::string& name, const std::string& what);

/// A few characters of foreign text, safe to show: quoted, cut short and without control
/// characters.
std::string shown(std::string_view text, std::size_t longest = 24);

/// A count with its noun: "3 fields", "1 field".
std::string counted(Index count, const std::string& noun);

}  // namespace grmf::io
