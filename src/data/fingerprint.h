#pragma once

#include <cstdint>

#include "grmf/data.h"

namespace grmf::internal {

/// A number that tells data from others: it depends on the shape and on every entry and weight.
std::uint64_t fingerprint_of(const Data& data);

}  // namespace grmf::internal
