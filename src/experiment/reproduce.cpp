#include "experiment/reproduce.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "experiment/claims.h"
#include "experiment/folder.h"
#include "experiment/paper.h"
#include "experiment/tables.h"
#include "grmf/error.h"

namespace grmf::experiment {
namespace {

constexpr std::array<std::string_view, 9> names = {
    "table1", "table2", "table3", "table4", "figure1", "figure2", "figure3", "figure4", "figure5"};

std::vector<std::string> strings(std::span<const std::string_view> views) {
  return {views.begin(), views.end()};
}

/// Plans what the sections will look for.
class Planner {
 public:
  Planner(const Results& results, std::vector<Setting> settings)
      : results_(results), settings_(std::move(settings)), lookup_(results), plan_(results.inputs) {
    for (std::size_t k = 0; k < results.inputs.size(); ++k) place_[results.inputs[k].name] = k;
  }

  void add(std::string_view experiment) {
    if (experiment == "table1") return add_table1();
    if (experiment == "table4") return add_sets({"ngrmf", "grmf", "prmf"}, {0.0, paper_ratio});
    if (experiment == "figure1") return add_figure1();
    if (experiment == "figure2") return add_figure2();
    if (experiment == "figure3") return add_figure3();
    if (experiment == "figure4") return add_figure4();
    const bool both = experiment != "figure5";
    add_sets(all_, both ? std::vector{0.0, paper_ratio} : std::vector{paper_ratio});
  }
  [[nodiscard]] std::vector<Task> tasks() const { return plan_.tasks(); }

 private:
  void plan(const std::string& input, Sweep sweep) {
    sweep.seed = results_.seed;
    plan_.add(place_.at(input), sweep);
  }

  /// All pictures of all sets, at the paper's ranks.
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
      plan(input, {.methods = {}, .shown = {.picture = true}});
      plan(input, {.methods = all_,
                   .settings = settings_,
                   .ratios = {paper_ratio},
                   .ranks = {set_named(set).rank_at(paper_ratio)},
                   .shown = {.picture = true}});
    }
  }

  void add_figure4() {
    plan(pilot_picture(lookup_), {.methods = all_,
                                  .ratios = figure4_ratios(),
                                  .ranks = {figure1_rank},
                                  .shown = {.picture = true}});
  }

  const Results& results_;
  std::vector<Setting> settings_;
  Lookup lookup_;
  Plan plan_;
  std::map<std::string, std::size_t> place_;
  const std::vector<std::string> all_ = strings(paper_methods());
};

void add_numbered(std::vector<Input> of_set, std::string_view set, std::size_t most,
                  std::vector<Input>& inputs) {
  for (const std::size_t k : evenly_spaced(of_set.size(), most)) {
    // Its number among all of its set: the noise does not depend on how many are looked at.
    of_set[k].number = static_cast<Index>(k);
    of_set[k].set = set;
    inputs.push_back(std::move(of_set[k]));
  }
}

Json claims_section(const Lookup& lookup) {
  Json claims = Json::array();
  for (const Claim& claim : check_claims(lookup)) {
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

std::vector<std::string_view> experiment_names() { return {names.begin(), names.end()}; }

std::vector<std::string_view> experiments_named(std::string_view name) {
  if (name == "all") return experiment_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return {*found};
  std::string known = "all";
  for (const std::string_view each : names) known += ", " + std::string(each);
  throw Error(ErrorCode::unknown_name,
              "unknown experiment '" + std::string(name) + "'; known are: " + known);
}

std::vector<Input> paper_inputs(const std::filesystem::path& data, std::size_t most,
                                std::vector<std::string>& absent) {
  std::vector<Input> inputs;
  for (const PictureSet& set : paper_sets()) {
    const std::filesystem::path folder = data / set.id;
    std::error_code ignored;  // what cannot be asked is not there
    std::vector<Input> of_set;
    if (std::filesystem::is_directory(folder, ignored)) {
      for (const auto& file : matrix_files(folder)) {
        of_set.push_back(file_input(std::string(set.id) + "/" + file.filename().string(), file));
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
                              const Results& results, const std::vector<Setting>& settings) {
  Planner planner(results, settings);
  for (const std::string_view experiment : experiments) planner.add(experiment);
  return planner.tasks();
}

Json paper_sections(const std::vector<std::string_view>& experiments, const Lookup& lookup,
                    const DrawGroups& draw) {
  Json sections = Json::array({claims_section(lookup)});
  for (const std::string_view experiment : experiments) {
    if (experiment == "table1") sections.push_back(table1_section(lookup));
    if (experiment == "table2") sections.push_back(table2_section(lookup));
    if (experiment == "table3") sections.push_back(table3_section(lookup));
    if (experiment == "table4") sections.push_back(table4_section(lookup));
    if (experiment == "figure1") sections.push_back(figure1_section(lookup));
    if (experiment == "figure2") sections.push_back(figure2_section(lookup, draw));
    if (experiment == "figure3") sections.push_back(figure3_section(lookup));
    if (experiment == "figure4") sections.push_back(figure4_section(lookup));
    if (experiment == "figure5") sections.push_back(figure5_section(lookup));
  }
  return sections;
}

}  // namespace grmf::experiment
