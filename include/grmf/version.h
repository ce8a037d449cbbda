#pragma once

#include <string_view>

#include "grmf/export.h"

namespace grmf {

/// The version of the library as it was built: "0.1.0".
GRMF_EXPORT std::string_view version();

}  // namespace grmf
