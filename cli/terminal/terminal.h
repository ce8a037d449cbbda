#pragma once

namespace grmf::cli {

/// Whether this descriptor is a terminal that moves its cursor and knows colours; with TERM=dumb it
/// is not.
bool is_capable_terminal(int descriptor);

/// False where NO_COLOR is set and not empty (no-color.org).
bool colour_wanted();

}  // namespace grmf::cli
