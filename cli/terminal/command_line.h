#pragma once

#include <CLI/CLI.hpp>

namespace grmf::cli {

/// Reads the command line and runs the command it names. What it does not understand throws Error with
/// a sentence of our own: those of CLI11 name neither the rule nor what to do.
void run_command_line(CLI::App& app, int argc, char** argv);

}  // namespace grmf::cli
