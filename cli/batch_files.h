#pragma once

#include <filesystem>
#include <vector>

#include "fit_run.h"

namespace grmf::cli {

/// An input of many, and the model it becomes.
struct BatchFile {
  std::filesystem::path input;
  std::filesystem::path output;
};

struct BatchFiles {
  std::vector<BatchFile> files;
  std::vector<std::filesystem::path> left_out;  ///< of a folder: names that tell no format
};

/// The inputs with their models, a folder taken apart into its files, sorted by name; hidden files and folders in it are
/// left alone. Reads none of them. Throws Error where two models would have one name, and for what cannot be one of many.
BatchFiles batch_files(const FitArguments& arguments);

/// Makes the folder, with those above it, where it is not there; the empty name is the folder where the program runs. Throws
/// Error unless files can be written into it.
void make_model_folder(const std::filesystem::path& folder);

}  // namespace grmf::cli
