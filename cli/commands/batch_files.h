#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grmf::cli {

/// An input of many, and what it becomes.
struct BatchFile {
  std::filesystem::path input;
  std::filesystem::path output;
};

struct BatchFiles {
  std::vector<BatchFile> files;
  std::vector<std::filesystem::path> left_out;  ///< of a folder: names that are not taken
};

/// What a command makes of many files.
struct BatchKind {
  std::string outputs;  ///< "models"
  std::string such_as;  ///< names that are taken from a folder: ".png or .csv"
  std::function<bool(const std::filesystem::path&)> takes;  ///< whether a name is
  std::function<std::filesystem::path(const std::filesystem::path&)> name_of;  ///< of the output
};

/// Whether these inputs give a folder of outputs: there are several, or a folder of them.
bool is_batch(const std::vector<std::filesystem::path>& inputs);

/// The inputs with their outputs in `folder`, a folder among them taken apart into its files, sorted by name; hidden files and
/// folders in it are left alone. Reads none of them. Throws Error where two outputs would have one name, and for what cannot
/// be one of many.
BatchFiles batch_files(const std::vector<std::filesystem::path>& named,
                       const std::filesystem::path& folder, const BatchKind& kind);

/// Throws Error: `what` cannot be read for each of many.
[[noreturn]] void refuse_standard_input(const std::string& what);

/// Makes the folder, with those above it, where it is not there; the empty name is the folder where the program runs. Throws
/// Error unless files can be written into it.
void make_output_folder(const std::filesystem::path& folder);

}  // namespace grmf::cli
