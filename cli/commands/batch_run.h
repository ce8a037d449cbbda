#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "commands/batch_files.h"

namespace grmf::cli {

/// What became of an input of many.
struct BatchResult {
  std::function<void()> write;  ///< makes the output
  std::string json;             ///< for --json
  std::string note;             ///< for standard error
  std::string data;             ///< for standard output, unless --json
  std::vector<std::string> warnings;
  std::string fault;  ///< empty, or what is told beside the output,
  int exit_code = 0;  ///< failure or not_converged then
};

/// How a command tells of many.
struct BatchWords {
  std::string outputs;   ///< "models"
  std::string done;      ///< "fitted"
  std::string left_out;  ///< what the names of those left out do not tell: "format"
};

struct BatchOptions {
  int threads = 1;
  bool json = false;
  bool quiet = false;
  BatchWords words;
};

/// Does work(file, threads) for one input after the other, as many at a time as there are threads, and writes what comes of
/// it. An input that throws Error, unless about an option, is told, counted and left out. Ctrl-C keeps what was written and
/// drops what was not. Returns the exit code.
int run_batch(const BatchFiles& files, const BatchOptions& options,
              const std::function<BatchResult(const BatchFile&, int threads)>& work);

}  // namespace grmf::cli
