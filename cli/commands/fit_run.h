#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/fit_data.h"
#include "commands/method_arguments.h"
#include "grmf/error.h"
#include "grmf/fit.h"
#include "terminal/command.h"

namespace grmf::cli {

/// What the command line says about a fit, or about many.
struct FitArguments {
  std::vector<std::filesystem::path> inputs;
  DataFiles files;               ///< of one of the inputs
  std::filesystem::path output;  ///< its model, or the folder of many
  std::optional<std::filesystem::path> start;
  MethodArguments method;
  std::string stop;
  FitOptions options;
  bool json = false;
  bool quiet = false;
  bool strict = false;
};

/// Adds the flags of every command that fits: rank, method, when to stop, threads, what is printed.
void add_fit_flags(Command& command, FitArguments& arguments);

/// Fills in what the flags leave open, and refuses what can be refused before any file is looked at.
void complete_options(FitArguments& arguments);

/// What became of an input.
struct Fitted {
  Result result;
  std::unique_ptr<Method> method;  ///< that made it
  double peak = 0.0;               ///< as FitData has it
  std::string chosen;              ///< why rank and options are these, where the data chose them
  int threads = 1;
  double seconds = 0.0;
};

/// Chooses what the flags leave to the data, and fits. Ctrl-C ends it after the sweep, where someone watches for it.
Fitted fit_input(FitArguments arguments, std::unique_ptr<Method> method, const FitData& input);

void write_model_of(const Fitted& fitted, const std::filesystem::path& output);

/// "rank 4, converged after 20 sweeps (0.1 s)"
std::string short_note(const Fitted& fitted);
/// What the run came to, where that is told as a message of its own; else empty.
std::string fault_of(const Result& result, bool strict);
/// The exit code of a run with a fault.
int exit_code_of_fault(const Result& result);

}  // namespace grmf::cli
