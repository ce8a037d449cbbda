#pragma once

#include <string>

#include "grmf/option.h"

/// The options of the methods as flags of the command line.
namespace grmf::cli {

/// The name of an option as flags are spelt: "lambda1-u" for "lambda1_u".
std::string kebab(std::string name);

/// The text of a flag as the kind that its option takes. Throws Error (wrong_kind) naming the flag.
OptionValue parse_value(const OptionSpec& spec, const std::string& text);

}  // namespace grmf::cli
