#pragma once

#include <string_view>

namespace grmf {

/// The version of the library as it was built: "0.1.0".
std::string_view version();

}  // namespace grmf
