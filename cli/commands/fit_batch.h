#pragma once

#include "commands/fit_run.h"

namespace grmf::cli {

/// Reads, fits and writes one input after the other, as many at a time as there are threads. An input that cannot be fitted
/// is told and left out. Returns the exit code.
int fit_batch(FitArguments arguments);

}  // namespace grmf::cli
