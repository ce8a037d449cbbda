#include "support/pictures.h"

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include <png.h>

namespace grmf::test {

std::optional<std::filesystem::path> shared_folder() {
  const std::filesystem::path folder = GRMF_SHARED_DIR;
  if (!std::filesystem::is_directory(folder / "data")) return std::nullopt;
  return folder;
}

Matrix read_picture(const std::filesystem::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
    throw std::runtime_error(path.string() + ": " + image.message);
  }
  image.format = PNG_FORMAT_GRAY;
  std::vector<png_byte> pixels(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path.string() + ": " + image.message);
  }
  Matrix picture(image.height, image.width);
  std::copy(pixels.begin(), pixels.end(), picture.data());
  return picture;
}

const std::vector<PictureSet>& picture_sets() {
  static const std::vector<PictureSet> sets = {
      {"yale_b", 5}, {"orl", 4}, {"coil20", 5}, {"jaffe", 5}};
  return sets;
}

void PrintTo(const PictureSet& set, std::ostream* out) { *out << set.name; }

std::vector<Matrix> first_pictures(const std::filesystem::path& shared, const std::string& set,
                                   int count) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared / "data" / set)) {
    if (entry.path().extension() == ".png") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Matrix> pictures;
  for (int k = 0; k < count; ++k) pictures.push_back(read_picture(files.at(k)));
  return pictures;
}

}  // namespace grmf::test
