#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grmf/matrix.h"

/// Files for the tests of src/io.
namespace grmf::test {

/// tests/fixtures/io: see tests/reference/io_files.py.
std::filesystem::path io_folder();

std::string bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

/// A folder of its own that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// How many files are in it.
  [[nodiscard]] int count() const;

 private:
  std::filesystem::path path_;
};

/// Equal to the last bit, where all NaN count as one.
bool same(const Matrix& a, const Matrix& b);

/// A file of expected.txt and what it holds.
struct ExpectedFile {
  std::string path;
  Matrix values;
  double peak = 0.0;
};
std::vector<ExpectedFile> expected_files();

/// A file of colour.txt and what it holds.
struct ExpectedImage {
  std::string path;
  std::vector<Matrix> channels;
  double peak = 0.0;
};
std::vector<ExpectedImage> expected_images();

/// A file of refused.txt and words of the reason.
struct RefusedFile {
  std::string path;
  std::string words;
};
std::vector<RefusedFile> refused_files();
/// Those of colour_refused.txt.
std::vector<RefusedFile> refused_images();

}  // namespace grmf::test
