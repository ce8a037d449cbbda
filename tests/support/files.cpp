#include "support/files.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <unistd.h>

namespace grmf::test {

namespace fs = std::filesystem;

fs::path io_folder() { return fs::path(GRMF_TEST_DATA_DIR) / "io"; }

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TemporaryFolder::TemporaryFolder() {
  static std::atomic<int> count = 0;
  path_ = fs::temp_directory_path() /
          ("grmf-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
  fs::create_directory(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

int TemporaryFolder::count() const {
  return static_cast<int>(std::distance(fs::directory_iterator(path_), {}));
}

bool same(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index k = 0; k < a.size(); ++k) {
    const double x = a.data()[k];
    const double y = b.data()[k];
    const bool equal = std::isnan(x)
                           ? std::isnan(y)
                           : std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    if (!equal) return false;
  }
  return true;
}

namespace {

Matrix read_values(std::istream& list, Index rows, Index cols) {
  Matrix values(rows, cols);
  for (double& value : values.values()) {
    std::string word;
    list >> word;
    value = std::strtod(word.c_str(), nullptr);
  }
  return values;
}

std::vector<RefusedFile> refused_by(const char* name) {
  std::ifstream list(io_folder() / name);
  std::vector<RefusedFile> files;
  std::string line;
  while (std::getline(list, line)) {
    const std::size_t tab = line.find('\t');
    files.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return files;
}

}  // namespace

std::vector<ExpectedFile> expected_files() {
  std::ifstream list(io_folder() / "expected.txt");
  std::vector<ExpectedFile> files;
  ExpectedFile file;
  Index rows = 0;
  Index cols = 0;
  while (list >> file.path >> rows >> cols >> file.peak) {
    file.values = read_values(list, rows, cols);
    files.push_back(file);
  }
  return files;
}

std::vector<FoldedFile> folded_files() {
  std::ifstream list(io_folder() / "folded.txt");
  std::vector<FoldedFile> files;
  FoldedFile file;
  Index rows = 0;
  Index cols = 0;
  while (list >> file.path >> file.fold >> rows >> cols) {
    file.values = read_values(list, rows, cols);
    files.push_back(file);
  }
  return files;
}

std::vector<ExpectedImage> expected_images() {
  std::ifstream list(io_folder() / "colour.txt");
  std::vector<ExpectedImage> images;
  ExpectedImage image;
  Index rows = 0;
  Index cols = 0;
  Index channels = 0;
  while (list >> image.path >> rows >> cols >> channels >> image.peak) {
    image.channels.clear();
    for (Index c = 0; c < channels; ++c) image.channels.push_back(read_values(list, rows, cols));
    images.push_back(image);
  }
  return images;
}

std::vector<RefusedFile> refused_files() { return refused_by("refused.txt"); }
std::vector<RefusedFile> refused_images() { return refused_by("colour_refused.txt"); }

}  // namespace grmf::test
