#include "experiment/claims.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/figures.h"
#include "experiment/made_results.h"
#include "experiment/page_data.h"
#include "experiment/paper.h"
#include "experiment/reproduce.h"
#include "experiment/tables.h"

namespace grmf::experiment {
namespace {

using ::testing::HasSubstr;
using FitRun = Run;  // the class of a test has a member Run
constexpr Setting fair = Setting::fair;

/// The figures of the paper as runs, including Figure 1 as the paper describes it.
class PaperRuns : public MadeResults {
 public:
  PaperRuns() {
    for (const PictureSet& set : paper_sets()) {
      const std::string id(set.id);
      add_pictures(id, 2);
      for (const double ratio : {0.0, paper_ratio}) {
        for (const std::string_view method : paper_methods()) {
          const auto printed = paper_figure("rmae", id, ratio, method);
          const int rank = method == "rpca" ? 0 : set.rank_at(ratio);
          if (printed) add_runs({id, ratio, std::string(method), fair, rank}, printed->mean);
        }
        add_runs({id, ratio, "none", fair, 0}, ratio == 0 ? 0.0 : 1.0);
      }
    }
    for (const double ratio : figure1_ratios()) {
      if (ratio == paper_ratio) continue;
      for (const char* method : {"grmf", "prmf"}) {
        add_runs({"yale_b", ratio, method, fair, 4}, 0.1 + ratio / 10);
      }
      add_runs({"yale_b", ratio, "tsvd", fair, 4}, 0.1 + ratio);
    }
    for (const int rank : tried_ranks()) add_rank(rank);
  }

  /// Adds the runs of a rank. The least error of GRMF is at rank 7, of PRMF at rank 5.
  void add_rank(int rank) {
    const auto groups = [](double count, double zeros) {
      return [=](FitRun& run) {
        run.groups_paper = count;
        run.sparsity = zeros;
      };
    };
    if (rank == 4) return;  // this rank is in Table 2
    add_runs({"yale_b", paper_ratio, "grmf", fair, rank}, 0.14 + 0.001 * std::abs(rank - 7) - 0.01,
             groups(2, 0.1));
    add_runs({"yale_b", paper_ratio, "prmf", fair, rank}, 0.14 + 0.001 * std::abs(rank - 5) - 0.01,
             groups(3, 0.0));
  }

  [[nodiscard]] Claim claim(const std::string& name) const {
    const Lookup lookup(results);
    for (const Claim& each : check_claims(lookup, experiment_names())) {
      if (each.name.find(name) != std::string::npos) return each;
    }
    ADD_FAILURE() << "no claim " << name;
    return {};
  }
  void change(const std::string& method, double ratio, int rank,
              const std::function<void(FitRun&)>& how) {
    for (FitRun& run : results.runs) {
      if (run.key.method == method && run.key.ratio == ratio && (rank == 0 || run.key.rank == rank))
        how(run);
    }
  }
};

TEST(Claims, all_hold_of_the_figures_that_the_paper_prints) {
  const PaperRuns paper;
  const Lookup lookup(paper.results);
  const auto claims = check_claims(lookup, experiment_names());
  EXPECT_EQ(claims.size(), 8U);
  for (const Claim& claim : claims) {
    EXPECT_EQ(claim.verdict, Verdict::holds) << claim.name << ": " << claim.evidence;
    EXPECT_FALSE(claim.evidence.empty());
  }
}

TEST(Claims, without_runs_nothing_is_checked) {
  MadeResults made;
  made.add_pictures("yale_b", 1);
  made.add_runs({"yale_b", 0.5, "tsvd", fair, 4}, 0.5);
  const Lookup lookup(made.results);
  for (const Claim& claim : check_claims(lookup, experiment_names())) {
    EXPECT_EQ(claim.verdict, Verdict::not_checked) << claim.name;
  }
}

TEST(Claims, one_set_that_differs_is_enough_against) {
  PaperRuns runs;
  runs.change("rnmf", 0.5, 3, [](FitRun& run) { run.score.rmae = 0.203; });  // a run on ORL
  const Claim claim = runs.claim("lowest error on destroyed");
  EXPECT_EQ(claim.verdict, Verdict::does_not_hold);
  EXPECT_THAT(claim.evidence, HasSubstr("ORL: 0.2040 against 0.2030 of RNMF"));
  EXPECT_EQ(runs.claim("lowest error on original").verdict, Verdict::holds);
}

TEST(Claims, each_is_decided_by_its_own_numbers) {
  struct Case {
    std::string name, method;
    double ratio;
    int rank;
    std::function<void(FitRun&)> how;
  };
  const std::vector<Case> cases = {
      {"stay low", "prmf", 0.5, 4, [](FitRun& run) { run.score.rmae = 0.21; }},
      {"stay low", "grmf", 0.6, 4, [](FitRun& run) { run.score.rmae = 0.26; }},
      {"stay low", "tsvd", 0.6, 4, [](FitRun& run) { run.score.rmae = 0.3; }},
      {"overfits later", "prmf", 0.5, 9, [](FitRun& run) { run.score.rmae = 0.05; }},
      {"fewer groups", "grmf", 0.5, 0, [](FitRun& run) { run.groups_paper = 4; }},
      {"more zeros", "prmf", 0.5, 0, [](FitRun& run) { run.sparsity = 0.5; }},
      {"N-GRMF is slightly better", "ngrmf", 0.5, 4, [](FitRun& run) { run.score.rmae = 0.3; }},
      {"RPCA cannot", "rpca", 0.5, 0, [](FitRun& run) { run.score.rmae = 0.2; }},
  };
  for (const Case& each : cases) {
    PaperRuns runs;
    EXPECT_EQ(runs.claim(each.name).verdict, Verdict::holds) << each.name;
    runs.change(each.method, each.ratio, each.rank, each.how);
    EXPECT_EQ(runs.claim(each.name).verdict, Verdict::does_not_hold) << each.name;
  }
}

/// The cell of a method in Table 2.
Json cell_of_table2(const Results& results, const std::string& method, const std::string& set,
                    const std::string& label) {
  const Lookup lookup(results);
  const Json table = table2_section(lookup)["blocks"][0];
  for (const Json& row : table["rows"]) {
    if (row[0] != method) continue;
    for (std::size_t k = 1; k < row.size(); ++k) {
      if (table["columns"][k]["group"] == set && table["columns"][k]["label"] == label)
        return row[k];
    }
  }
  ADD_FAILURE();
  return {};
}

TEST(Tables, the_order_of_the_paper_is_marked_where_it_is_broken) {
  PaperRuns runs;
  runs.change("tsvd", 0.5, 3, [](FitRun& run) { run.score.rmae = 0.1; });  // the best run on ORL
  const auto cell_at = [&](const char* method, const char* set, const char* label) {
    return cell_of_table2(runs.results, method, set, label);
  };
  EXPECT_EQ(cell_at("T-SVD", "ORL", "50 % destroyed")["mark"], Json::array({"best"}));
  EXPECT_EQ(cell_at("T-SVD", "ORL", "50 % destroyed")["paper"], 0.324);
  EXPECT_EQ(cell_at("GRMF", "ORL", "50 % destroyed")["mark"], Json::array({"order"}));
  EXPECT_EQ(cell_at("GRMF", "ORL", "50 % destroyed")["paperDeviation"], 0.036);
  EXPECT_THAT(cell_at("GRMF", "ORL", "50 % destroyed")["note"].get<std::string>(),
              HasSubstr("T-SVD"));
  EXPECT_FALSE(cell_at("T-SVD", "JAFFE", "50 % destroyed").contains("mark"));
  EXPECT_TRUE(cell_at("RPCA", "JAFFE", "original").is_null());
}

TEST(Tables, a_run_that_diverged_is_left_out_and_told) {
  PaperRuns runs;
  const double mean = cell_of_table2(runs.results, "RNMF", "ORL", "original")["value"];
  const auto diverged =
      std::find_if(runs.results.runs.begin(), runs.results.runs.end(), [](const FitRun& run) {
        return run.key.method == "rnmf" && run.key.input == "orl/0.png" && run.key.ratio == 0;
      });
  diverged->status = "numerical_issue";
  diverged->score.rmae = 1e12;
  const Json cell = cell_of_table2(runs.results, "RNMF", "ORL", "original");
  EXPECT_EQ(cell["value"], mean);
  EXPECT_THAT(cell["note"].get<std::string>(), HasSubstr("1 of 2 pictures"));
  EXPECT_EQ(failures(runs.results), 0U);  // divergence is the method's fault, not a failure
  const Json data = page_data(runs.results);
  EXPECT_EQ(data["sections"].back()["id"], "failures");
  EXPECT_EQ(data["sections"].back()["blocks"][0]["rows"].size(), 1U);
}

TEST(Tables, the_paper_s_rule_finds_its_rank) {
  const PaperRuns runs;
  const Lookup lookup(runs.results);
  EXPECT_EQ(best_rank(lookup, "yale_b", "grmf", fair), 7);
  EXPECT_EQ(best_rank(lookup, "yale_b", "prmf", fair), 5);
  EXPECT_EQ(best_rank(lookup, "jaffe", "grmf", fair), 0);  // only one rank was tried
  const Json row = table1_section(lookup)["blocks"][0]["rows"][0];
  EXPECT_EQ(row[4], 5);           // the rank that the paper prints
  EXPECT_EQ(row[5]["value"], 8);  // one more than the rank that recovers best
  EXPECT_EQ(row[3], "12 x 10");   // the size of our pictures, not of those in the paper
}

TEST(Paper, knows_the_figures_of_its_tables) {
  EXPECT_EQ(paper_figure("rmae", "yale_b", 0.5, "grmf")->mean, 0.143);
  EXPECT_EQ(paper_figure("rmae", "coil20", 0.5, "ngrmf")->mean, 0.234);
  EXPECT_EQ(paper_figure("rmae", "orl", 0.5, "prmf")->mean, 0.210);
  EXPECT_EQ(paper_figure("seconds", "jaffe", 0, "grmf")->mean, 177.4);
  EXPECT_FALSE(paper_figure("rmae", "jaffe", 0, "rpca"));
  EXPECT_FALSE(paper_figure("seconds", "jaffe", 0, "ngrmf"));
  EXPECT_FALSE(paper_figure("rmae", "jaffe", 0.3, "grmf"));
  EXPECT_FALSE(paper_figure("rmae", "drawn", 0, "grmf"));
}

}  // namespace
}  // namespace grmf::experiment
