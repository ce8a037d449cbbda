#pragma once

#include <filesystem>
#include <vector>

namespace grmf::io {

/// The regular files of a folder in the order of their names, with `deep` those of the folders in it too; hidden ones are left
/// alone. Throws Error (unreadable) where it cannot be opened.
std::vector<std::filesystem::path> sorted_files(const std::filesystem::path& folder,
                                                bool deep = false);

}  // namespace grmf::io
