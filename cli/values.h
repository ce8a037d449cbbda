#pragma once

#include <string>

#include "grmf/option.h"

namespace grmf::cli {

/// A flag's text as the kind its option takes. Throws Error (wrong_kind) naming the flag.
OptionValue parse_value(const OptionSpec& spec, const std::string& text);

/// "lambda1_u" -> "lambda1-u"
std::string kebab(std::string name);

}  // namespace grmf::cli
