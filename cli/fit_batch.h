#pragma once

#include <filesystem>
#include <vector>

#include "fit_run.h"

namespace grmf::cli {

/// Whether these inputs give a folder of models: there are several, or a folder of them.
bool is_batch(const std::vector<std::filesystem::path>& inputs);

/// Reads, fits and writes one input after the other, as many at a time as there are threads. An input that cannot be fitted
/// is told and left out. Returns the exit code.
int fit_batch(FitArguments arguments);

}  // namespace grmf::cli
