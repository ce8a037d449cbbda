#include "io/folder.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "grmf/error.h"
#include "grmf/io/format.h"

namespace grmf::io {

namespace fs = std::filesystem;

std::vector<fs::path> sorted_files(const fs::path& folder, bool deep) {
  std::vector<fs::path> files;
  std::error_code error;
  std::error_code ignored;  // an entry that cannot be examined is no regular file
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const bool hidden = entry->path().filename().string().starts_with('.');
    if (!deep || hidden) entry.disable_recursion_pending();
    if (!hidden && entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  if (error) {
    throw Error(ErrorCode::unreadable, folder.string() + ": cannot be opened: " + error.message() +
                                           "; check its permissions");
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_data_file(const fs::path& path) {
  const std::optional<Format> format = known_format(path);
  return format && format != Format::npz;
}

}  // namespace grmf::io
