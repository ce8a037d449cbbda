#pragma once

#include <cstddef>

/// Threads as Linux counts them.
namespace grmf::test {

/// Of this process, now.
std::ptrdiff_t threads_alive();

/// Alive after a first one has come and gone: with it a sanitizer starts one of its own.
std::ptrdiff_t threads_before();

/// Alive once they are as many as expected. A thread that was joined may be listed for a moment longer, so look again, but not
/// for ever.
std::ptrdiff_t threads_left(std::ptrdiff_t expected);

/// All that were made so far, by whomever: none can come and go unseen. Always 0 in a build with a sanitizer, which makes
/// threads in its own way.
int threads_made();

}  // namespace grmf::test
