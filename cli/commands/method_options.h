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
  std::string help;                ///< with the default; by method, where they differ
  std::vector<std::string> words;  ///< the words that any of the methods takes
};
/// Every option of every method, in the order of the tables.
std::vector<AnyOption> all_options();

/// The words that an option takes. There are none where it takes a number.
std::vector<std::string> words_of(const OptionSpec& spec);
/// What an option may be, in words: "greater than 0", "0 to 1", "relative, absolute".
std::string range_of(const OptionSpec& spec);

inline constexpr std::array<std::pair<std::string_view, StopRule>, 3> stop_rules = {
    {{"certified", StopRule::certified},
     {"decrease", StopRule::decrease},
     {"steps", StopRule::steps}}};

}  // namespace grmf::cli
