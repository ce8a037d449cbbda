#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grmf/data.h"
#include "io/format.h"

namespace grmf::experiment {

/// What an input holds.
struct Content {
  Matrix values;
  Matrix truth;       ///< what an estimate is measured against
  double peak = 0.0;  ///< white of a picture; 0 for other matrices
};

/// A matrix to experiment on. It is read when it is needed, and perhaps several times.
struct Input {
  std::string name;               ///< unique; what tables call it
  std::string set;                ///< of pictures that belong together; may be empty
  Index number = 0;               ///< in its set: every picture gets noise of its own
  std::function<Content()> read;  ///< throws Error naming the file

  // Known once it has been read for the first time.
  Index rows = 0;
  Index cols = 0;
  double peak = 0.0;
  std::string digest = {};
  std::string error = {};  ///< why it could not be read
};

/// An input in a file, measured against itself or, where given, against another file.
Input file_input(std::string name, const std::filesystem::path& file,
                 std::optional<io::Format> format = {},
                 const std::optional<std::filesystem::path>& truth = {});

/// Reads every input once: fills in what is known then. Those that cannot be read get their `error`.
void survey(std::vector<Input>& inputs);

/// An input whose entries were destroyed, ready to be fitted.
struct Case {
  Data data;
  Matrix corrupted;
  Matrix truth;
  double peak = 0.0;
};
/// Salt and pepper of the input's peak; for what is no picture, of its largest entry.
Case destroyed(const Input& input, double ratio, std::uint64_t seed);

}  // namespace grmf::experiment
