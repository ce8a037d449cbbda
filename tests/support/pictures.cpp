#include "support/pictures.h"

#include <algorithm>
#include <ostream>

#include "grmf/io/matrix_file.h"

namespace grmf::test {

std::optional<std::filesystem::path> shared_folder() {
  const std::filesystem::path folder = GRMF_SHARED_DIR;
  if (folder.empty() || !std::filesystem::is_directory(folder / "data")) return std::nullopt;
  return folder;
}

const std::vector<PictureSet>& picture_sets() {
  static const std::vector<PictureSet> sets = {
      {"yale_b", 5}, {"orl", 4}, {"coil20", 5}, {"jaffe", 5}};
  return sets;
}

void PrintTo(const PictureSet& set, std::ostream* out) { *out << set.name; }

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& shared,
                                            const std::string& set) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared / "data" / set)) {
    if (entry.path().extension() == ".png") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<Matrix> first_pictures(const std::filesystem::path& shared, const std::string& set,
                                   int count) {
  const auto files = files_of(shared, set);
  std::vector<Matrix> pictures;
  for (int k = 0; k < count; ++k) pictures.push_back(io::read_matrix(files.at(k)));
  return pictures;
}

std::vector<Matrix> every_nth_picture(const std::filesystem::path& shared, const std::string& set,
                                      int n) {
  const auto files = files_of(shared, set);
  std::vector<Matrix> pictures;
  for (std::size_t k = 0; k < files.size(); k += n) pictures.push_back(io::read_matrix(files[k]));
  return pictures;
}

}  // namespace grmf::test
