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
#include "grmf/io/model_file.h"
#include "grmf/names.h"
#include "grmf/sizes.h"
#include "terminal/command.h"

namespace grmf::cli {

/// What the command line says about a fit, or about many.
struct FitArguments {
  std::vector<std::filesystem::path> inputs;
  DataFiles files;               ///< the files of one of the inputs
  std::filesystem::path output;  ///< the model file, or the folder for many
  std::optional<std::filesystem::path> start;
  std::string start_note;  ///< what became of the options of the start
  std::optional<ScaleBy> scale;
  MethodArguments method;
  std::string stop;
  FitOptions options;
  bool json = false;
  bool quiet = false;
  bool strict = false;
};

/// Adds the flags that every command that fits has: rank, method, when to stop, threads, and what
/// is printed.
void add_fit_flags(Command& command, FitArguments& arguments);

/// Fills in what the flags leave open. Throws Error for what can be refused before any file is
/// looked at.
void complete_options(FitArguments& arguments);

/// What became of an input.
struct Fitted {
  Result result;
  std::unique_ptr<Method> method;  ///< the method that made it
  double peak = 0.0;               ///< white, as in FitData
  Names names;                     ///< of the rows and columns of the data
  Sizes sizes;                     ///< what the data were divided by
  std::string chosen;              ///< why rank and options are these, where the data chose them
  int threads = 1;
  double seconds = 0.0;
};

/// Chooses what the flags leave to the data, and fits. While an InterruptWatch lives, Ctrl-C ends
/// the fit after the sweep. Throws Error that does not name the input; see naming_input().
Fitted fit_input(FitArguments arguments, std::unique_ptr<Method> method, const FitData& input);

/// The model of a fit, with all that a model file keeps.
io::Model model_of(const Fitted& fitted);
void write_model_of(const Fitted& fitted, const std::filesystem::path& output);

/// What became of a fit in a few words: "rank 4, converged after 20 sweeps (0.1 s)".
std::string short_note(const Fitted& fitted);
/// How a fit ended, in words.
std::string ending_of(const Result& result);
/// What is wrong with a fit, for a message of its own: rounding or overflow ended it, or it did not
/// converge and `strict` asks for that. Empty where nothing is wrong.
std::string fault_of(const Result& result, bool strict);
/// The exit code for a fit of which fault_of tells something.
int exit_code_of_fault(const Result& result);

}  // namespace grmf::cli
