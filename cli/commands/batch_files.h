#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grmf::cli {

/// One of many inputs, and the file that it becomes.
struct BatchFile {
  std::filesystem::path input;
  std::filesystem::path output;
};

struct BatchFiles {
  std::vector<BatchFile> files;
  std::vector<std::filesystem::path> left_out;  ///< files of a folder that are not taken
};

/// Which files a command takes from a folder, and what it makes of them.
struct BatchKind {
  std::string outputs;  ///< what the outputs are called: "models"
  std::string such_as;  ///< how names that are taken end: ".png or .csv"
  /// Whether a file with this name is taken from a folder.
  std::function<bool(const std::filesystem::path& input)> takes;
  /// The name of the output of an input.
  std::function<std::filesystem::path(const std::filesystem::path& input)> name_of;
};

/// Whether these inputs give a folder of outputs: there are several of them, or a folder.
bool is_batch(const std::vector<std::filesystem::path>& inputs);

/// The inputs with their outputs in `folder`. An input that is a folder stands for its files,
/// sorted by name; hidden files and folders inside of it are left alone. No file is read. Throws
/// Error where two outputs would have the same name, and for an input that cannot be one of many.
BatchFiles batch_files(const std::vector<std::filesystem::path>& named,
                       const std::filesystem::path& folder, const BatchKind& kind);

/// Throws Error: `what` is standard input, which cannot be read once for each of many fits.
[[noreturn]] void refuse_standard_input(const std::string& what);

/// Makes the folder, and those above it, where it does not exist yet; the empty name is the folder
/// where the program runs. Throws Error unless files can be written into it.
void make_output_folder(const std::filesystem::path& folder);

}  // namespace grmf::cli
