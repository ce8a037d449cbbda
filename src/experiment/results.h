#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/input.h"
#include "experiment/run.h"

namespace grmf::experiment {

/// An experiment and all that came of it: what a JSON file holds and a page is made of. The file is described in
/// docs/results.schema.json.
struct Results {
  std::string kind;     ///< "compare", or what of the paper: "table2", "all", ...
  std::string version;  ///< of the program
  std::string command;
  std::uint64_t seed = 1;
  std::vector<Setting> settings = {Setting::fair};  ///< that were asked for
  int threads = 1;                                  ///< fits at a time, each on one core
  std::size_t sample =
      0;  ///< how many pictures of a set the sweeps over ratios and ranks look at; 0: all
  std::vector<Input> inputs;  ///< those that could not be read as well
  std::vector<Run> runs;
};

std::string json_text(const Results& results);
/// Throws Error (invalid_data) naming what is wrong; `name` is what messages call the text.
Results results_from_text(const std::string& text, const std::string& name);
Results read_results(const std::filesystem::path& file);

/// A row a run, a column a measure.
std::string csv_text(const Results& results);

/// How many runs could not be made, and how many inputs not be read. A run that diverged was made.
std::size_t failures(const Results& results);

}  // namespace grmf::experiment
