#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grmf/fit.h"
#include "grmf/option.h"

namespace grmf::cli {

/// An option of one or more methods, as a flag of `grmf fit`.
struct AnyOption {
  std::string name;
  OptionKind kind;
  std::string help;                ///< with default; by method, where they differ
  std::vector<std::string> words;  ///< those any of them takes; empty for numbers
};
/// Every option of every method, in the order of the tables.
std::vector<AnyOption> all_options();

/// The words an option takes, empty for numbers.
std::vector<std::string> words_of(const OptionSpec& spec);
/// "greater than 0", "0 to 1", "relative, absolute": what an option may be.
std::string range_of(const OptionSpec& spec);

inline constexpr std::array<std::pair<std::string_view, StopRule>, 3> stop_rules = {
    {{"certified", StopRule::certified},
     {"decrease", StopRule::decrease},
     {"steps", StopRule::steps}}};

}  // namespace grmf::cli
