#pragma once

#include <string>

#include "base/shown.h"
#include "grmf/error.h"
#include "grmf/matrix.h"

/// How readers refuse an input: `FILE:LINE: what is wrong; what the rule is; what to do`.
namespace grmf::io {

/// Throws Error because the content of an input breaks a rule.
[[noreturn]] void refuse(const std::string& name, const std::string& what);
[[noreturn]] void refuse(const std::string& name, Index line, const std::string& what);

/// Throws Error because an input ends too early.
[[noreturn]] void refuse_truncated(const std::string& name, const std::string& what);

using internal::counted;
using internal::shown;

}  // namespace grmf::io
