#pragma once

#include <filesystem>
#include <vector>

namespace grmf::io {

/// The regular files of a folder in the order of their names; with `deep` also the files in its
/// subfolders. Hidden files and folders are left out. Throws Error (unreadable) where the folder
/// cannot be opened.
std::vector<std::filesystem::path> sorted_files(const std::filesystem::path& folder,
                                                bool deep = false);

/// Whether the name of a file in a folder tells that it holds data: it ends as a format does. An
/// npz is left out, because models end so too.
bool is_data_file(const std::filesystem::path& path);

}  // namespace grmf::io
