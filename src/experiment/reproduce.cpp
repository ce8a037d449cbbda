#include "experiment/reproduce.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "experiment/claims.h"
#include "experiment/folder.h"
#include "experiment/paper.h"
#include "experiment/tables.h"
#include "grmf/error.h"

namespace grmf::experiment {
namespace {

std::vector<std::string> all_methods() {
  const std::vector<std::string_view> methods = paper_methods();
  return {methods.begin(), methods.end()};
}

/// Plans the fits that the sections will look for.
class Planner {
 public:
  explicit Planner(const Results& results)
      : results_(results), settings_(results.settings), lookup_(results), plan_(results.inputs) {
    for (std::size_t k = 0; k < results.inputs.size(); ++k) place_[results.inputs[k].name] = k;
  }

  [[nodiscard]] bool has_pictures() const { return !lookup_.sets().empty(); }
  [[nodiscard]] std::vector<Task> tasks() const { return plan_.tasks(); }

  void add_table1() {
    for (const std::string& set : lookup_.sets()) {
      for (const std::string& input : lookup_.sample(set)) {
        plan(input, {.methods = {"grmf"},
                     .settings = settings_,
                     .ratios = {paper_ratio},
                     .ranks = tried_ranks()});
        plan(input, {.methods = {"grmf"}, .ratios = {0.0, paper_ratio}, .ranks = {0}});
      }
    }
  }
  void add_tables() { add_sets(all_, {0.0, paper_ratio}); }
  void add_table4() { add_sets({"ngrmf", "grmf", "prmf"}, {0.0, paper_ratio}); }
  void add_figure5() { add_sets(all_, {paper_ratio}); }

  void add_figure1() {
    for (const std::string& input : lookup_.sample(pilot_set(lookup_))) {
      plan(input, {.methods = all_,
                   .settings = settings_,
                   .ratios = figure1_ratios(),
                   .ranks = {figure1_rank}});
      plan(input, {.methods = {"grmf", "prmf"},
                   .settings = settings_,
                   .ratios = {paper_ratio},
                   .ranks = tried_ranks()});
    }
  }

  void add_figure2() {
    const int rank = set_named(pilot_set(lookup_)).rank;
    plan(pilot_picture(lookup_), {.methods = {"grmf"}, .ranks = {rank}, .shown = {.groups = true}});
  }

  void add_figure3() {
    for (const std::string& set : lookup_.sets()) {
      const std::string input = lookup_.sample(set).front();
      plan_original(input);
      plan(input, {.methods = {"grmf"},
                   .ratios = figure3_ratios(),
                   .ranks = {set_named(set).rank_at(paper_ratio)},
                   .shown = {.picture = true}});
      plan(input, {.methods = all_,
                   .settings = settings_,
                   .ratios = {paper_ratio},
                   .ranks = {set_named(set).rank_at(paper_ratio)},
                   .shown = {.picture = true}});
    }
  }

  void add_figure4() {
    plan_original(pilot_picture(lookup_));
    plan(pilot_picture(lookup_), {.methods = all_,
                                  .ratios = figure4_ratios(),
                                  .ranks = {figure1_rank},
                                  .shown = {.picture = true}});
  }

 private:
  void plan(const std::string& input, Sweep sweep) {
    sweep.seed = results_.seed;
    plan_.add(place_.at(input), sweep);
  }

  void plan_original(const std::string& input) {
    plan(input, {.methods = {}, .shown = {.picture = true}});
  }

  /// Adds all pictures of all sets, at the paper's ranks.
  void add_sets(const std::vector<std::string>& methods, const std::vector<double>& ratios) {
    for (const Input& input : results_.inputs) {
      if (!input.error.empty()) continue;
      for (const double ratio : ratios) {
        plan(input.name, {.methods = methods,
                          .settings = settings_,
                          .ratios = {ratio},
                          .ranks = {set_named(input.set).rank_at(ratio)}});
      }
    }
  }

  const Results& results_;
  std::vector<Setting> settings_;
  Lookup lookup_;
  Plan plan_;
  std::map<std::string, std::size_t> place_;
  const std::vector<std::string> all_ = all_methods();
};

/// An experiment that can be reproduced: which fits it needs, and what a page shows of them.
struct Experiment {
  std::string_view name;
  void (Planner::*plan)();
  Json (*section)(const Lookup&);
};

constexpr std::array<Experiment, 9> known = {{{"table1", &Planner::add_table1, table1_section},
                                              {"table2", &Planner::add_tables, table2_section},
                                              {"table3", &Planner::add_tables, table3_section},
                                              {"table4", &Planner::add_table4, table4_section},
                                              {"figure1", &Planner::add_figure1, figure1_section},
                                              {"figure2", &Planner::add_figure2, figure2_section},
                                              {"figure3", &Planner::add_figure3, figure3_section},
                                              {"figure4", &Planner::add_figure4, figure4_section},
                                              {"figure5", &Planner::add_figure5, figure5_section}}};

const Experiment& experiment_named(std::string_view name) {
  return *std::find_if(known.begin(), known.end(),
                       [&](const Experiment& each) { return each.name == name; });
}

void add_numbered(std::vector<Input> of_set, std::string_view set, std::size_t most,
                  std::vector<Input>& inputs) {
  for (const std::size_t k : evenly_spaced(of_set.size(), most)) {
    // The number counts all pictures of the set, so that the noise does not depend on how many of
    // them are looked at.
    of_set[k].number = static_cast<Index>(k);
    of_set[k].set = set;
    inputs.push_back(std::move(of_set[k]));
  }
}

Json claims_section(const std::vector<Claim>& checked) {
  Json claims = Json::array();
  for (const Claim& claim : checked) {
    claims.push_back({{"name", claim.name},
                      {"paper", claim.paper},
                      {"verdict", to_string(claim.verdict)},
                      {"evidence", claim.evidence}});
  }
  return {{"id", "claims"},
          {"title", "What the paper claims"},
          {"note",
           "Each claim with our numbers. Not checked: the experiment it needs is not part of this "
           "page."},
          {"blocks", Json::array({{{"type", "claims"}, {"claims", std::move(claims)}}})}};
}

}  // namespace

std::vector<std::string_view> experiment_names() {
  std::vector<std::string_view> names(known.size());
  std::transform(known.begin(), known.end(), names.begin(),
                 [](const Experiment& each) { return each.name; });
  return names;
}

std::vector<std::string_view> experiments_named(std::string_view name) {
  std::vector<std::string_view> names = experiment_names();
  if (name == "all") return names;
  if (std::find(names.begin(), names.end(), name) != names.end()) return {name};
  std::string list = "all";
  for (const std::string_view each : names) list += ", " + std::string(each);
  throw Error(ErrorCode::unknown_name,
              "unknown experiment '" + std::string(name) + "'; known are: " + list);
}

std::vector<Input> paper_inputs(const std::filesystem::path& data, std::size_t most,
                                std::vector<std::string>& absent) {
  std::vector<Input> inputs;
  for (const PictureSet& set : paper_sets()) {
    const std::filesystem::path folder = data / set.id;
    std::error_code ignored;  // a folder that cannot be examined is not there
    std::vector<Input> of_set;
    if (std::filesystem::is_directory(folder, ignored)) {
      for (const auto& file : matrix_files(folder, true)) {
        of_set.push_back(file_input(file.lexically_relative(data).generic_string(), file));
      }
    }
    if (of_set.empty()) absent.emplace_back(set.id);
    add_numbered(std::move(of_set), set.id, most, inputs);
  }
  if (!inputs.empty()) return inputs;
  throw Error(
      ErrorCode::unreadable,
      data.string() +
          ": has none of the folders yale_b, coil20, orl and jaffe with pictures in them; "
          "docs/experiments.md says where to obtain them; without --data pictures are drawn");
}

std::vector<Input> drawn_inputs(const std::vector<Drawing>& pictures, std::size_t most) {
  std::vector<Input> drawn;
  for (const Drawing& drawing : pictures) {
    Input input;
    input.name = std::string(drawn_set) + "/" + drawing.name;
    input.read = [picture = drawing.picture] {
      return Content{.values = picture, .truth = picture, .peak = 255.0};
    };
    drawn.push_back(std::move(input));
  }
  std::vector<Input> inputs;
  add_numbered(std::move(drawn), drawn_set, most, inputs);
  return inputs;
}

std::vector<Task> paper_tasks(const std::vector<std::string_view>& experiments,
                              const Results& results) {
  Planner planner(results);
  if (!planner.has_pictures()) return {};
  for (const std::string_view name : experiments) (planner.*experiment_named(name).plan)();
  return planner.tasks();
}

Json paper_sections(const std::vector<std::string_view>& experiments, const Lookup& lookup) {
  Json sections = Json::array();
  if (lookup.sets().empty()) return sections;  // no picture could be read
  sections.push_back(claims_section(check_claims(lookup, experiments)));
  for (const std::string_view name : experiments) {
    sections.push_back(experiment_named(name).section(lookup));
  }
  return sections;
}

}  // namespace grmf::experiment
