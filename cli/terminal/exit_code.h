#pragma once

#include "grmf/error.h"

namespace grmf::cli {

/// What the program returns, as the manual lists it.
enum ExitCode {
  ok = 0,
  failure = 1,
  usage = 2,
  bad_data = 3,
  not_converged = 4,
  interrupted = 130
};

int exit_code_of(ErrorCode code);

}  // namespace grmf::cli
