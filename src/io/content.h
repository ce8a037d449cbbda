#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "grmf/io/format.h"

/// What the first bytes of a file tell of its format.
namespace grmf::io {

/// As many bytes as the functions below need to see.
inline constexpr std::size_t telling_bytes = 4096;

/// The format that the first bytes of a file tell; empty for text, and for what is not read.
std::optional<Format> format_in(std::string_view start);

/// Whether a file with these first bytes may have this format: it begins as such files do, as far
/// as it goes. A table may begin in any way.
bool may_be(Format format, std::string_view start);

/// Whether one reader takes both, under either name: portable maps, in grey and in colour.
bool alike(Format a, Format b);

/// Whether the bytes are text: UTF-8 without zeros. The last character may be cut.
bool is_text(std::string_view start);

}  // namespace grmf::io
