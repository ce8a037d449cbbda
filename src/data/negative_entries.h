#pragma once

#include "grmf/data.h"

namespace grmf::internal {

/// The observed entries that are less than 0.
struct NegativeEntries {
  Index count = 0;
  Index row = 0;  ///< where the first of them is
  Index col = 0;
};
NegativeEntries negative_entries(const Data& data);

}  // namespace grmf::internal
