#pragma once

#include "commands/fit_run.h"

namespace grmf::cli {

/// Reads the file of --start, if there is one. Where it is a model of the method that fits, its
/// options are taken, except where the command line says otherwise, and a note tells so.
void take_start(FitArguments& arguments);

}  // namespace grmf::cli
