#pragma once

#include <cstddef>

/// Counts of threads, from Linux.
namespace grmf::test {

/// The number of threads of this process now.
std::ptrdiff_t threads_alive();

/// The number of threads after a first one has come and gone: with it a sanitizer starts a thread
/// of its own.
std::ptrdiff_t threads_before();

/// The number of threads, once there are as many as expected. A thread that was joined may be
/// listed for a moment longer, so it looks again, but not for ever.
std::ptrdiff_t threads_left(std::ptrdiff_t expected);

/// The number of threads made so far by any code, so that none can come and go unseen. It is always
/// 0 in a build with a sanitizer, which makes threads in its own way.
int threads_made();

}  // namespace grmf::test
