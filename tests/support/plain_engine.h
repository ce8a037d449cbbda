#pragma once

namespace grmf::test {

/// The name of an engine that is written plainly: loops over entries, one thread, no SIMD. It is
/// there to show that methods know the data through an Engine alone, and as a reference for others.
inline constexpr const char* plain_backend = "plain";

/// Makes it known to the library, so that FitOptions::backend can name it.
void register_plain_engine();

}  // namespace grmf::test
