#pragma once

#include <functional>
#include <optional>
#include <string>

#include "grmf/error.h"
#include "grmf/export.h"
#include "grmf/index.h"

namespace grmf::internal {

/// The number of threads that an option `threads` asks for; 0 means one per core. Throws Error
/// unless `threads` is from 0 to 1024.
GRMF_EXPORT int resolved_threads(int threads);

/// Calls body(k, threads) once for every matrix k in [0, count), for as many matrices at a time as
/// there are threads. The `threads` passed to body is the number that a fit of matrix k may use: 1,
/// or more where there are too few matrices to keep all threads busy. An exception of body is
/// treated as by Workers::for_each().
GRMF_EXPORT void for_each_matrix(Index count, int threads,
                                 const std::function<void(Index k, int threads)>& body);

/// Does the work on one of many matrices. Returns the Error that it threw, one about memory where
/// that ran out, or nothing where all went well, so that the work on the others can go on. An Error
/// names what is at fault; `name`, if it is not empty, is what memory ran out for.
GRMF_EXPORT std::optional<Error> error_of(const std::function<void()>& work,
                                          const std::string& name = "");

}  // namespace grmf::internal
