#include "experiment/folder.h"

#include <set>
#include <system_error>
#include <utility>

#include "grmf/error.h"
#include "io/folder.h"

namespace grmf::experiment {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;  // an error shows when the path is read
  return fs::is_directory(path, ignored);
}

/// The last `parts` components of a path: enough to tell it from the others, and no more.
std::string short_name(const fs::path& path, int parts) {
  fs::path name;
  fs::path rest = path.lexically_normal();
  for (int k = 0; k < parts && rest.has_filename(); ++k) {
    name = name.empty() ? rest.filename() : rest.filename() / name;
    rest = rest.parent_path();
  }
  return name.string();
}

std::vector<std::string> names_of(const std::vector<fs::path>& files) {
  std::set<fs::path> different;
  for (const fs::path& file : files) {
    if (different.insert(file.lexically_normal()).second) continue;
    throw Error(ErrorCode::unknown_name, file.string() + ": is named twice; name it once");
  }
  std::vector<std::string> names;
  constexpr int most_parts = 8;
  for (int parts = 1; parts <= most_parts; ++parts) {
    names.clear();
    for (const fs::path& file : files) names.push_back(short_name(file, parts));
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) return names;
  }
  names.clear();
  for (const fs::path& file : files) names.push_back(file.lexically_normal().string());
  return names;
}

std::optional<fs::path> truth_of(const fs::path& file, std::size_t files,
                                 const std::optional<fs::path>& truth) {
  if (!truth) return std::nullopt;
  if (is_folder(*truth)) return *truth / file.filename();
  if (files == 1) return truth;
  throw Error(ErrorCode::unknown_name,
              truth->string() +
                  ": is one truth for several inputs; name a folder with a file of the same name "
                  "for each");
}

}  // namespace

std::vector<fs::path> matrix_files(const fs::path& folder, bool deep) {
  std::vector<fs::path> files = io::sorted_files(folder, deep);
  std::erase_if(files, [](const fs::path& file) { return !io::is_data_file(file); });
  return files;
}

std::vector<fs::path> files_of(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    if (path == "-") {
      throw Error(ErrorCode::unknown_name,
                  "one of the inputs is standard input, which cannot be read for several fits; "
                  "name a file");
    }
    if (!is_folder(path)) {
      files.push_back(path);
      continue;
    }
    const auto found = matrix_files(path);
    if (found.empty()) {
      throw Error(ErrorCode::unreadable,
                  path.string() +
                      ": is a folder without a file whose name tells its format, such as .png or "
                      ".csv; name the files");
    }
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

std::vector<Input> inputs_of(const std::vector<fs::path>& paths, std::optional<io::Format> format,
                             const std::optional<fs::path>& truth, const io::TableOptions& table) {
  const std::vector<fs::path> files = files_of(paths);
  const std::vector<std::string> names = names_of(files);
  std::vector<Input> inputs;
  for (std::size_t k = 0; k < files.size(); ++k) {
    inputs.push_back(
        file_input(names[k], files[k], format, truth_of(files[k], files.size(), truth), table));
    inputs.back().number = static_cast<Index>(k);
  }
  return inputs;
}

std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t count) {
  if (count == 0 || count > size) count = size;
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(k * size / count);
  return chosen;
}

}  // namespace grmf::experiment
