#include "experiment/journal.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "grmf/error.h"
#include "grmf/version.h"

namespace grmf::experiment {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using FitRun = Run;  // the class of a test has a member Run

class JournalFile : public ::testing::Test {
 protected:
  JournalFile()
      : file(fs::temp_directory_path() /
             (std::string("grmf-journal-") +
              ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove(file);
  }
  ~JournalFile() override { fs::remove(file); }

  static FitRun run_at(int rank) {
    FitRun run{.key = {.input = "a", .digest = "d", .method = "grmf", .rank = rank}};
    run.rank = rank;
    run.score.rmae = 0.1 * rank;
    run.status = "converged";
    return run;
  }
  [[nodiscard]] std::string text() const {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void append(const std::string& words) const { std::ofstream(file, std::ios::app) << words; }

  fs::path file;
};

TEST_F(JournalFile, keeps_runs_from_one_time_to_the_next) {
  Journal(file).add(run_at(1));
  Journal(file).add(run_at(2));
  const Journal journal(file);
  ASSERT_EQ(journal.size(), 2U);
  ASSERT_NE(journal.find(run_at(2).key), nullptr);
  EXPECT_EQ(journal.find(run_at(2).key)->score.rmae, 0.2);
  EXPECT_EQ(journal.find(run_at(3).key), nullptr);
}

TEST_F(JournalFile, a_key_tells_all_that_changes_a_run) {
  Journal journal(file);
  journal.add(run_at(1));
  const auto without = [&](auto change) {
    RunKey key = run_at(1).key;
    change(key);
    return journal.find(key) == nullptr;
  };
  EXPECT_FALSE(without([](RunKey&) {}));
  EXPECT_TRUE(without([](RunKey& key) { key.digest = "other"; }));
  EXPECT_TRUE(without([](RunKey& key) { key.number = 3; }));
  EXPECT_TRUE(without([](RunKey& key) { key.ratio = 0.5; }));
  EXPECT_TRUE(without([](RunKey& key) { key.seed = 2; }));
  EXPECT_TRUE(without([](RunKey& key) { key.setting = Setting::published; }));
}

TEST_F(JournalFile, a_line_cut_short_is_dropped_and_written_over) {
  Journal(file).add(run_at(1));
  append(R"({"input":"a","dig)");
  {
    Journal journal(file);
    EXPECT_EQ(journal.size(), 1U);
    journal.add(run_at(2));
  }
  EXPECT_EQ(Journal(file).size(), 2U);
}

TEST_F(JournalFile, a_damaged_line_is_named_and_nothing_is_lost) {
  Journal(file).add(run_at(1));
  append("nonsense\n");
  const std::string before = text();
  try {
    const Journal journal(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(file.string() + ":3: is no run"));
  }
  EXPECT_EQ(text(), before);
}

TEST_F(JournalFile, another_version_or_schema_starts_again_and_loses_nothing) {
  const std::string now(version());
  for (const auto& [schema, made_by] :
       {std::pair<std::string, std::string>{"grmf-runs-2", "0.0.1"}, {"grmf-runs-1", now}}) {
    fs::remove(file);
    append(Json{{"schema", schema}, {"version", made_by}}.dump() + "\n" +
           to_json(run_at(1)).dump() + "\n");
    const std::string before = text();
    const Journal journal(file);
    EXPECT_EQ(journal.size(), 0U) << schema;
    std::ifstream aside(journal.moved_aside());
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(aside), {}), before);
    fs::remove(journal.moved_aside());
  }
}

TEST_F(JournalFile, a_first_line_cut_short_is_written_again) {
  append(R"({"schema":"gr)");
  Journal(file).add(run_at(1));
  EXPECT_EQ(Journal(file).size(), 1U);
}

TEST_F(JournalFile, two_at_a_time_are_refused) {
  const Journal first(file);
  try {
    const Journal second(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("is being written by another grmf"));
  }
}

TEST_F(JournalFile, a_file_of_somebody_else_is_left_alone) {
  append("my diary\n");
  EXPECT_THROW(Journal{file}, Error);
  EXPECT_EQ(text(), "my diary\n");
}

TEST_F(JournalFile, what_failed_is_tried_again) {
  {
    Journal journal(file);
    FitRun failed = run_at(1);
    failed.error = "no memory";
    journal.add(failed);
    EXPECT_EQ(journal.size(), 1U);
  }
  EXPECT_EQ(Journal(file).size(), 0U);
}

TEST_F(JournalFile, a_place_that_cannot_be_written_is_refused) {
  EXPECT_THROW(Journal{file / "nowhere" / "x"}, Error);
}

}  // namespace
}  // namespace grmf::experiment
