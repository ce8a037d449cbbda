#pragma once

#include "commands/fit_run.h"

namespace grmf::cli {

/// Reads and fits many inputs, as many at a time as there are threads, and writes a model for each.
/// An input that cannot be fitted is told and left out. Returns the exit code.
int fit_batch(FitArguments arguments);

}  // namespace grmf::cli
