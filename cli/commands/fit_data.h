#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grmf/data.h"
#include "grmf/io/format.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/read_options.h"
#include "terminal/command.h"

namespace grmf::cli {

/// The files that a fit reads its data from.
struct DataFiles {
  std::filesystem::path input;
  std::optional<io::Format> format;  ///< of files whose name does not tell it
  std::optional<std::filesystem::path> mask;
  std::optional<std::filesystem::path> weights;
  io::ReadOptions reading = {};  ///< how tables of text and arrays are read
};

struct FitData {
  Data data;
  double peak = 0.0;                    ///< white of a picture of whole numbers; else 0
  std::vector<std::string> notes = {};  ///< what the user should know about the files
};

/// Adds the input, which is required, and the flags about it: --format, --mask, --weights, --fold
/// and those of tables.
void add_data_files(Command& command, DataFiles& files);
/// Adds these flags without the input.
void add_data_flags(Command& command, DataFiles& files);
/// What the help says of an input.
std::string input_help();

/// Makes data of an input that was read, with the mask and the weights that were given.
FitData make_data(const DataFiles& files, io::Input input);
/// Reads the data. Throws Error that names the input and, where another is, the file at fault.
FitData read_data(const DataFiles& files);

}  // namespace grmf::cli
