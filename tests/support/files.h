#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grmf/matrix.h"

/// Files for the tests of src/io.
namespace grmf::test {

/// The folder tests/fixtures/io, which tests/reference/io_files.py makes.
std::filesystem::path io_folder();

std::string bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

/// A temporary folder that is removed with the object.
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

/// Whether two matrices are equal to the last bit, where all NaN count as equal.
bool same(const Matrix& a, const Matrix& b);

/// A file listed in expected.txt and its content.
struct ExpectedFile {
  std::string path;
  Matrix values;
  double peak = 0.0;
};
std::vector<ExpectedFile> expected_files();

/// An array that is listed in folded.txt, and the matrix that a fold makes of it.
struct FoldedFile {
  std::string path;
  std::string fold;  ///< "0,1:2"
  Matrix values;
};
std::vector<FoldedFile> folded_files();

/// A picture listed in colour.txt and its content.
struct ExpectedImage {
  std::string path;
  std::vector<Matrix> channels;
  double peak = 0.0;
};
std::vector<ExpectedImage> expected_images();

/// A file listed in refused.txt and words of the reason for its refusal.
struct RefusedFile {
  std::string path;
  std::string words;
};
std::vector<RefusedFile> refused_files();
/// The files listed in colour_refused.txt.
std::vector<RefusedFile> refused_images();

}  // namespace grmf::test
