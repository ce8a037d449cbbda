#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/input.h"
#include "experiment/run.h"

namespace grmf::experiment {

/// An experiment and all its results: what a JSON file holds and a page is made from.
/// docs/results.schema.json describes the file.
struct Results {
  std::string kind;     ///< "compare", or a part of the paper: "table2", "all", ...
  std::string version;  ///< version of the program
  std::string command;
  std::uint64_t seed = 1;
  std::vector<Setting> settings = {Setting::fair};  ///< the settings asked for
  int threads = 1;                                  ///< fits at a time, each on one core
  /// How many pictures of a set the sweeps over ratios and ranks look at; 0 means all.
  std::size_t sample = 0;
  std::vector<Input> inputs;  ///< all inputs, including those that could not be read
  std::vector<Run> runs;
};

std::string json_text(const Results& results);
/// Reads results from a JSON text. Throws an Error (invalid_data) that names what is wrong; `name`
/// is what messages call the text.
Results results_from_text(const std::string& text, const std::string& name);
Results read_results(const std::filesystem::path& file);

/// A CSV table with one row per run and one column per measure.
std::string csv_text(const Results& results);

/// The number of runs that could not be made plus the inputs that could not be read. A run that
/// diverged was made.
std::size_t failures(const Results& results);

}  // namespace grmf::experiment
