#pragma once

#include <filesystem>
#include <vector>

#include "experiment/input.h"

namespace grmf::experiment {

/// The files of a folder whose names tell a format, in the order of their names; with `deep` also
/// the files in its subfolders. Throws Error where the folder cannot be opened.
std::vector<std::filesystem::path> matrix_files(const std::filesystem::path& folder,
                                                bool deep = false);

/// The given files, and the files of the given folders. Throws Error for a folder without a matrix
/// and for standard input.
std::vector<std::filesystem::path> files_of(const std::vector<std::filesystem::path>& paths);

/// Makes inputs from files and folders. `truth` is a file if there is a single input, or else a
/// folder that has a file of the same name for each input. An input is named after its file, with
/// as much of the path as tells it apart from the others. Throws Error as files_of does, and also
/// for two inputs that are the same file and for one truth for several inputs.
std::vector<Input> inputs_of(const std::vector<std::filesystem::path>& paths,
                             std::optional<io::Format> format,
                             const std::optional<std::filesystem::path>& truth,
                             const io::TableOptions& table = {});

/// `count` indices below `size`, evenly spaced; all of them where there are no more than `count`.
std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t count);

}  // namespace grmf::experiment
