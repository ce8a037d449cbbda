#pragma once

#include <string>

namespace grmf::cli {

/// The text of a flag as a double, int, std::int64_t or std::uint64_t. Throws Error naming the
/// flag: wrong_kind for what is no number, out_of_range for a number that the type cannot hold.
template <class Number>
Number parse_number(const std::string& flag, const std::string& text);

}  // namespace grmf::cli
