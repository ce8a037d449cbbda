#pragma once

#include <cstddef>

namespace grmf {

/// The type of all sizes and positions; 64 bits wide.
using Index = std::ptrdiff_t;

}  // namespace grmf
