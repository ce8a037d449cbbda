#pragma once

#include <functional>
#include <optional>

#include "grmf/error.h"
#include "grmf/index.h"

namespace grmf::internal {

/// The threads that an option `threads` asks for: 0 means one per core. Throws Error unless 0 to 1024.
int resolved_threads(int threads);

/// body(k, threads) once for every matrix k in [0, count), as many at a time as there are threads. A fit in it may take
/// `threads` of its own: 1, or more where there are too few matrices to keep all busy. Exceptions as with Workers.
void for_each_matrix(Index count, int threads,
                     const std::function<void(Index k, int threads)>& body);

/// What one of many matrices is told where memory ran out.
Error no_memory_for_matrix();

/// Does the work on one of many matrices. Returns the Error that it threw, or no_memory_for_matrix()
/// where memory ran out, or nothing where all went well, so that the work on the others can go on.
std::optional<Error> error_of(const std::function<void()>& work);

}  // namespace grmf::internal
