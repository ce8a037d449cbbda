#pragma once

#include <filesystem>
#include <vector>

#include "experiment/input.h"

namespace grmf::experiment {

/// The files of a folder whose names tell a format, in the order of their names; with `deep` those of the folders in it too.
/// Throws Error where it cannot be opened.
std::vector<std::filesystem::path> matrix_files(const std::filesystem::path& folder,
                                                bool deep = false);

/// Files as they are, folders by their files. Throws Error: a folder without a matrix, standard input.
std::vector<std::filesystem::path> files_of(const std::vector<std::filesystem::path>& paths);

/// Inputs from files and folders. A truth is a file for a single input, or a folder that has one of the same name for each.
/// Names are those of the files, with as much of their path as tells them apart. Throws Error as files_of, and: two inputs
/// that are the same file, one truth for several.
std::vector<Input> inputs_of(const std::vector<std::filesystem::path>& paths,
                             std::optional<io::Format> format,
                             const std::optional<std::filesystem::path>& truth);

/// Every how manieth, so that there are `count`, evenly spaced; all where there are no more.
std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t count);

}  // namespace grmf::experiment
