#pragma once

#include <filesystem>
#include <vector>

namespace grmf::io {

/// The regular files of a folder in the order of their names; with `deep` also the files in its
/// subfolders. Hidden files and folders are left out. Throws Error (unreadable) where the folder
/// cannot be opened.
std::vector<std::filesystem::path> sorted_files(const std::filesystem::path& folder,
                                                bool deep = false);

}  // namespace grmf::io
