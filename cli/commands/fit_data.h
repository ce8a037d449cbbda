#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grmf/data.h"
#include "grmf/io/format.h"
#include "grmf/io/table_options.h"
#include "terminal/command.h"

namespace grmf::cli {

/// The files that a fit reads its data from.
struct DataFiles {
  std::filesystem::path input;
  std::optional<io::Format> format;  ///< of files whose name does not tell it
  std::optional<std::filesystem::path> mask;
  std::optional<std::filesystem::path> weights;
  io::TableOptions table = {};  ///< how tables of text are read
};

struct FitData {
  Data data;
  double peak = 0.0;  ///< white of a picture of whole numbers; else 0
};

/// Adds the input, which is required, and the flags about it: --format, --mask, --weights and those
/// of tables.
void add_data_files(Command& command, DataFiles& files);
/// Adds these flags without the input.
void add_data_flags(Command& command, DataFiles& files);
/// What the help says of an input.
std::string input_help();

/// Reads the data. Throws Error that names the input and, where another is, the file at fault.
FitData read_data(const DataFiles& files);

}  // namespace grmf::cli
