#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "grmf/export.h"
#include "grmf/index.h"

/// How messages show what they did not write themselves.
namespace grmf::internal {

/// A few characters of foreign text, safe to show: quoted, cut short and without control
/// characters.
GRMF_EXPORT std::string shown(std::string_view text, std::size_t longest = 24);

/// A count with its noun: "3 fields", "1 field".
GRMF_EXPORT std::string counted(Index count, const std::string& noun);

}  // namespace grmf::internal
