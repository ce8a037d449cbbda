#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiment/run.h"
#include "grmf/data.h"
#include "grmf/io/format.h"
#include "grmf/io/table_options.h"

namespace grmf::experiment {

/// What an input holds.
struct Content {
  Matrix values;
  Matrix truth;                         ///< what an estimate is measured against
  double peak = 0.0;                    ///< white of a picture; 0 for other matrices
  std::vector<std::string> notes = {};  ///< what the user should know about the files
  Names names = {};                     ///< of the rows and columns
};

/// A matrix to experiment on. It is read when it is needed, perhaps several times.
struct Input {
  std::string name;               ///< unique name, which tables show
  std::string set;                ///< set of pictures that it belongs to; may be empty
  Index number = 0;               ///< number in its set: every picture gets noise of its own
  std::function<Content()> read;  ///< throws an Error that names the file

  // The members below are known once the input has been read for the first time.
  Index rows = 0;
  Index cols = 0;
  double peak = 0.0;
  std::string digest = {};
  std::string error = {};               ///< why the input could not be read
  std::vector<std::string> notes = {};  ///< what the user should know about its files
  /// The methods that cannot take it, and why (Method::refusal).
  std::map<std::pair<std::string, Setting>, std::string> refused_by = {};
};

/// An input from a file, measured against itself or, where given, against another file, which need
/// not have the columns that are dropped.
Input file_input(std::string name, const std::filesystem::path& file,
                 std::optional<io::Format> format = {},
                 const std::optional<std::filesystem::path>& truth = {},
                 const io::TableOptions& table = {});

/// Reads every input once and fills in what is known then. An input that cannot be read gets its
/// `error`.
void survey(std::vector<Input>& inputs);

/// An input whose entries were destroyed, ready to be fitted.
struct Case {
  Data data;
  Matrix corrupted;
  Matrix truth;
  double peak = 0.0;
};
/// Adds salt and pepper to an input. White is the peak of a picture, or the largest entry of
/// another matrix.
Case destroyed(const Input& input, double ratio, std::uint64_t seed);

}  // namespace grmf::experiment
