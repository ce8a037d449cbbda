#include "experiment/page_data.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "experiment/blocks.h"
#include "experiment/claims.h"
#include "experiment/compare_page.h"
#include "experiment/paper.h"
#include "experiment/reproduce.h"

namespace grmf::experiment {
namespace {

/// The inputs in words: "Yale B 210, ORL 200", or just their number.
std::string inputs_words(const Lookup& lookup) {
  std::string words;
  for (const std::string& set : lookup.sets()) {
    if (set.empty()) return std::to_string(lookup.results().inputs.size());
    words +=
        (words.empty() ? "" : ", ") + set_label(set) + " " + std::to_string(lookup.pictures(set));
  }
  return words;
}

Json facts_of(const Lookup& lookup) {
  const Results& results = lookup.results();
  Json facts = Json::array();
  const auto add = [&](const std::string& label, const std::string& value, bool code = false) {
    facts.push_back({{"label", label}, {"value", value}});
    if (code) facts.back()["code"] = true;
  };
  add("Command", results.command, true);
  add("Program", "grmf " + results.version);
  add("Seed", std::to_string(results.seed));
  add("Fits at a time", std::to_string(results.threads) + ", each on one core");
  add("Inputs", inputs_words(lookup));
  add("Runs", std::to_string(results.runs.size()));
  return facts;
}

/// Rows that name each input that could not be read and each run that failed, so that nobody has to
/// look for them.
Json failed_rows(const Results& results) {
  Json rows = Json::array();
  for (const Input& input : results.inputs) {
    if (!input.error.empty()) rows.push_back(Json::array({input.name, "", input.error}));
  }
  for (const Run& run : results.runs) {
    if (has_result(run)) continue;
    const std::string why = run.error.empty() ? "it diverged" : run.error;
    rows.push_back(Json::array({run.key.input, series_name(run.key.method, run.key.setting), why}));
  }
  return rows;
}

Json failures_section(Json rows) {
  return {
      {"id", "failures"},
      {"title", "What failed"},
      {"note", "Left out of all tables and charts."},
      {"blocks", Json::array({table_block("failures", "Inputs and runs without a result",
                                          {{"Input"}, {"Method"}, {"Why"}}, std::move(rows))})}};
}

/// Tells in how many columns of Table 2 the error of GRMF is at or below the error that the paper
/// prints.
std::string headline(const Lookup& lookup) {
  int below = 0;
  int columns = 0;
  for (const std::string& set : lookup.sets()) {
    for (const double ratio : {0.0, paper_ratio}) {
      const auto printed = paper_figure("rmae", set, ratio, "grmf");
      const Summary ours = summary_of(
          lookup.runs(set, ratio, "grmf", Setting::fair, set_named(set).rank_at(ratio)), "rmae");
      if (!printed || ours.count == 0) continue;
      ++columns;
      below += ours.mean < printed->mean + 0.0005 ? 1 : 0;
    }
  }
  if (columns == 0) return {};
  return "GRMF at its defaults is at or below the error that the paper prints in " +
         std::to_string(below) + " of " + std::to_string(columns) + " columns of Table 2.";
}

Json paper_summary(const Lookup& lookup, const std::vector<std::string_view>& experiments) {
  Json summary = Json::array();
  const std::vector<std::string>& sets = lookup.sets();
  if (sets.size() == 1 && sets.front() == drawn_set) {
    summary.push_back(
        "The pictures are drawn by the program: the figures are not those of the paper's sets.");
  }
  if (sets.empty()) return summary;  // no picture could be read
  const bool table2 =
      std::find(experiments.begin(), experiments.end(), "table2") != experiments.end();
  const std::string first = table2 ? headline(lookup) : std::string();
  if (!first.empty()) summary.push_back(first);
  const std::vector<Claim> claims = check_claims(lookup, experiments);
  for (const Setting setting : lookup.settings()) {
    const auto count = [&](Verdict verdict) {
      return std::count_if(claims.begin(), claims.end(), [&](const Claim& claim) {
        return claim.setting == setting && claim.verdict == verdict;
      });
    };
    const auto holds = count(Verdict::holds);
    const auto fails = count(Verdict::does_not_hold);
    if (holds + fails == 0) continue;
    summary.push_back("Of the paper's claims, checked with " + words_of(setting) + ", " +
                      std::to_string(holds) + " hold and " + std::to_string(fails) + " do not.");
  }
  return summary;
}

}  // namespace

Json page_data(const Results& results) {
  const Lookup lookup(results);
  const bool compared = results.kind == "compare";
  Json data = compared ? compare_data(lookup) : Json::object();
  if (!compared) {
    const auto experiments = experiments_named(results.kind);
    data = {{"title", "Robust Matrix Factorization with Grouping Effect, reproduced"},
            {"subtitle", counted(results.inputs.size(), "picture") + ", " +
                             counted(results.runs.size(), "run")},
            {"summary", paper_summary(lookup, experiments)}};
    data["sections"] = paper_sections(experiments, lookup);
  }
  Json failed = failed_rows(results);
  if (!failed.empty()) {
    data["summary"].push_back("Inputs and runs without a result: " + std::to_string(failed.size()) +
                              "; see the end of the page.");
    data["sections"].push_back(failures_section(std::move(failed)));
  }
  data["facts"] = facts_of(lookup);
  return data;
}

}  // namespace grmf::experiment
