#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "io/matrix_file.h"
#include "support/pictures.h"
#include "support/problems.h"

namespace grmf {
namespace {

/// A row of the table of what the authors' code gives.
struct AuthorsRow {
  std::string input;
  std::string clean;
  int rank;
  double rmae;
};

std::string field(const std::string& line, const std::string& name) {
  const std::string key = "\"" + name + "\": ";
  const std::size_t begin = line.find(key) + key.size();
  const bool text = line.at(begin) == '"';
  const std::size_t end = line.find_first_of(text ? "\"" : ",}", begin + 1);
  return text ? line.substr(begin + 1, end - begin - 1) : line.substr(begin, end - begin);
}

std::vector<AuthorsRow> rows_of(const std::filesystem::path& shared, const std::string& set,
                                const std::string& state) {
  std::ifstream in(shared / "reference" / "authors_results.jsonl");
  std::vector<AuthorsRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (field(line, "method") != "GRMF" || field(line, "dataset") != set ||
        field(line, "case") != state)
      continue;
    rows.push_back({field(line, "input"), field(line, "clean"), std::stoi(field(line, "rank")),
                    std::stod(field(line, "rmae"))});
  }
  return rows;
}

using SetAndState = std::tuple<test::PictureSet, std::string>;
class PublishedPreset : public testing::TestWithParam<SetAndState> {};

TEST_P(PublishedPreset, is_as_good_as_the_authors_code) {
  const auto shared = test::shared_folder();
  if (!shared)
    GTEST_SKIP()
        << "no folder of pictures beside the checkout; published_recovers_low_rank stands in";
  const auto& [set, state] = GetParam();
  const std::vector<AuthorsRow> rows = rows_of(*shared, set.name, state);
  ASSERT_FALSE(rows.empty());
  double ours = 0;
  double authors = 0;
  for (const AuthorsRow& row : rows) {
    const Data data(io::read_matrix(*shared / row.input));
    const Result result =
        Grmf(GrmfOptions::published()).fit(data, {.rank = row.rank, .threads = 1});
    ours += test::rmae(io::read_matrix(*shared / row.clean), result.reconstruct()) /
            static_cast<double>(rows.size());
    authors += row.rmae / static_cast<double>(rows.size());
  }
  RecordProperty("rmae", std::to_string(ours));
  RecordProperty("authors_rmae", std::to_string(authors));
  std::cout << set.name << " " << state << ": RMAE " << ours << ", authors " << authors << "\n";
  EXPECT_LE(ours, authors + 0.005);
}

INSTANTIATE_TEST_SUITE_P(sets, PublishedPreset,
                         testing::Combine(testing::ValuesIn(test::picture_sets()),
                                          testing::Values("corrupted", "origin")),
                         [](const auto& instance) {
                           return std::get<0>(instance.param).name + "_" +
                                  std::get<1>(instance.param);
                         });

TEST(PublishedPreset, published_recovers_low_rank) {
  test::Random random(70);
  test::Planted problem = test::planted(60, 50, 3, 0.2, random);
  for (Matrix* a : {&problem.truth, &problem.y})
    *a = test::scaled(*a, 100.0);  // of the size of pixels
  const Result result = Grmf(GrmfOptions::published()).fit(Data(problem.y), {.rank = 3});
  EXPECT_LE(test::rmae(problem.truth, result.reconstruct()), 0.01);
}

}  // namespace
}  // namespace grmf
