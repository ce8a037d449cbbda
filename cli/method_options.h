#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grmf/fit.h"
#include "grmf/option.h"

namespace grmf::cli {

/// Every option of every method, in the order of the tables; the methods agree on what a name means.
std::vector<OptionSpec> all_options();

/// The words an option takes, empty for numbers.
std::vector<std::string> words_of(const OptionSpec& spec);
/// "greater than 0", "0 to 1", "relative, absolute": what an option may be.
std::string range_of(const OptionSpec& spec);

inline constexpr std::array<std::pair<std::string_view, StopRule>, 3> stop_rules = {
    {{"certified", StopRule::certified},
     {"decrease", StopRule::decrease},
     {"steps", StopRule::steps}}};

}  // namespace grmf::cli
