#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace grmf::io {

/// The text with every byte that is not UTF-8 replaced by U+FFFD, so that whatever takes it next,
/// such as JSON or a page, finds valid text.
std::string valid_utf8(std::string_view text);

/// How many characters a text has.
std::size_t characters_in(std::string_view text);
/// The first `longest` characters of a text, with ... in the place of the others.
std::string shortened(std::string_view text, std::size_t longest);

}  // namespace grmf::io
