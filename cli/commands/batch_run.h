#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "commands/batch_files.h"

namespace grmf::cli {

/// What became of one of many inputs.
struct BatchResult {
  std::function<void()> write;     ///< writes the output
  std::string json;                ///< the line that --json prints
  std::string note;                ///< what is told on standard error, unless quiet
  std::string data;                ///< what is printed on standard output, unless --json is given
  std::vector<std::string> notes;  ///< what the user should know about what was read
  std::vector<std::string> warnings;
  std::string fault;  ///< empty, or what is wrong with the output, which is written all the same
  int exit_code = 0;  ///< failure or not_converged, where there is a fault
};

/// What a command that takes many inputs calls them.
struct BatchWords {
  std::string outputs;   ///< what the outputs are: "models"
  std::string done;      ///< what is done to the inputs: they are "fitted"
  std::string left_out;  ///< what the name of a file that is left out does not tell: its "format"
};

struct BatchOptions {
  int threads = 1;
  bool json = false;
  bool quiet = false;
  BatchWords words;
};

/// Calls work(file, threads) for every input, for as many at a time as there are threads, and
/// writes what comes of it. Where it throws Error, which must name the input, that is told, counted
/// and left out; an Error about an option would come for every input, and is thrown on. Ctrl-C
/// keeps the outputs that are written, and no other is written after it. Returns the exit code.
int run_batch(const BatchFiles& files, const BatchOptions& options,
              const std::function<BatchResult(const BatchFile&, int threads)>& work);

}  // namespace grmf::cli
