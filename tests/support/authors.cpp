#include "support/authors.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "grmf/io/matrix_file.h"

namespace grmf::test {
namespace {

namespace fs = std::filesystem;

std::string field(const std::string& line, const std::string& name) {
  const std::string key = "\"" + name + "\": ";
  const std::size_t begin = line.find(key) + key.size();
  const bool text = line.at(begin) == '"';
  const std::size_t end = line.find_first_of(text ? "\"" : ",}", begin + 1);
  return text ? line.substr(begin + 1, end - begin - 1) : line.substr(begin, end - begin);
}

std::vector<fs::path> files_starting_with(const fs::path& folder, const std::string& start) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(start)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<AuthorsRow> authors_rows(const fs::path& shared, const std::string& method,
                                     const std::string& set, const std::string& state) {
  std::ifstream in(shared / "reference" / "authors_results.jsonl");
  std::vector<AuthorsRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (field(line, "method") != method || field(line, "dataset") != set ||
        field(line, "case") != state)
      continue;
    rows.push_back({io::read_matrix(shared / field(line, "input")),
                    io::read_matrix(shared / field(line, "clean")), std::stoi(field(line, "rank")),
                    std::stod(field(line, "rmae"))});
  }
  return rows;
}

std::vector<CorruptedPicture> corrupted_pictures(const fs::path& shared, const std::string& set) {
  std::vector<CorruptedPicture> pictures;
  for (const fs::path& input : files_starting_with(shared / "reference" / "inputs", set + "_")) {
    const std::string number = input.filename().string().substr(set.size() + 1, 3);
    const auto clean = files_starting_with(shared / "data" / set, number + "_");
    if (clean.size() != 1) throw std::runtime_error(input.string() + ": no picture " + number);
    pictures.push_back({io::read_matrix(input), io::read_matrix(clean.front())});
  }
  return pictures;
}

}  // namespace grmf::test
