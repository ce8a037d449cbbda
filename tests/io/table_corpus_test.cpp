// Small tables as people have them; tests/reference/tables.py makes them and their answers.

#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "grmf/io/matrix_file.h"
#include "support/files.h"
#include "support/refusal.h"

namespace grmf::io {
namespace {

using nlohmann::json;

std::filesystem::path tables_folder() { return test::io_folder() / "tables"; }

std::vector<json> answers() {
  std::ifstream file(tables_folder() / "answers.json");
  return json::parse(file);
}

std::vector<std::string> words_between_commas(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

char delimiter_named(const std::string& name) {
  if (name == "semicolon") return ';';
  if (name == "blanks") return ' ';
  throw std::invalid_argument(name);
}

/// The options that the flags of the command line stand for.
TableOptions options_of(const std::vector<std::string>& flags) {
  TableOptions options;
  for (std::size_t k = 0; k + 1 < flags.size(); k += 2) {
    const std::string& value = flags[k + 1];
    if (flags[k] == "--delimiter")
      options.delimiter = delimiter_named(value);
    else if (flags[k] == "--header")
      options.header = value == "yes";
    else if (flags[k] == "--na")
      options.missing = words_between_commas(value);
    else if (flags[k] == "--id-column")
      options.id_column = value;
    else if (flags[k] == "--columns")
      options.columns = words_between_commas(value);
    else if (flags[k] == "--drop")
      options.drop = words_between_commas(value);
    else
      throw std::invalid_argument(flags[k]);
  }
  return options;
}

/// JSON has no numbers for what is missing or infinite.
double number_of(const json& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value.is_string()) return value == "inf" ? infinity : -infinity;
  return value.get<double>();
}

Matrix matrix_of(const json& rows) {
  Matrix matrix(std::ssize(rows), std::ssize(rows.at(0)));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) matrix(i, j) = number_of(rows.at(i).at(j));
  }
  return matrix;
}

class TableCorpus : public testing::TestWithParam<json> {};

TEST_P(TableCorpus, is_read_or_refused_as_expected) {
  const json& expected = GetParam();
  const std::filesystem::path path = tables_folder() / expected.at("file").get<std::string>();
  const TableOptions options = options_of(expected.at("flags"));
  if (expected.contains("refused")) {
    const int line = expected.at("line");
    const std::string place = path.string() + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
    EXPECT_THAT([&] { read_input(path, {}, {.table = options}); },
                test::refuses(ErrorCode::invalid_data, place, expected.at("refused")));
    return;
  }
  const Input input = read_input(path, {}, {.table = options});
  const Matrix values = matrix_of(expected.at("values"));
  EXPECT_EQ(input.values.rows(), values.rows());
  EXPECT_EQ(input.values.cols(), values.cols());
  EXPECT_TRUE(test::same(input.values.widened(), values));
  EXPECT_EQ(input.names.rows, expected.at("rows"));
  EXPECT_EQ(input.names.columns, expected.at("columns"));
  const std::vector<std::string> notes = expected.at("notes");
  ASSERT_EQ(input.notes.size(), notes.size());
  for (std::size_t k = 0; k < notes.size(); ++k) {
    EXPECT_THAT(input.notes[k], testing::HasSubstr(notes[k]));
  }
}

INSTANTIATE_TEST_SUITE_P(tables, TableCorpus, testing::ValuesIn(answers()),
                         [](const auto& instance) {
                           return instance.param.at("name").template get<std::string>();
                         });

TEST(TableCorpusFolder, has_an_answer_for_each_of_its_tables) {
  std::set<std::string> answered;
  for (const json& answer : answers()) answered.insert(answer.at("file"));
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(tables_folder())) {
    if (entry.path().filename() != "answers.json") there.insert(entry.path().filename());
  }
  EXPECT_EQ(there, answered);
  EXPECT_GE(there.size(), 150U);
}

}  // namespace
}  // namespace grmf::io
