#include "experiment/lookup.h"

#include <algorithm>

#include "experiment/folder.h"
#include "experiment/paper.h"
#include "grmf/method.h"

namespace grmf::experiment {
namespace {

int rank_in_key(std::string_view method, int rank) {
  return method == nothing_done || !make_method(method)->takes_rank() ? 0 : rank;
}

}  // namespace

std::vector<double> values_of(const Runs& runs, std::string_view measure) {
  std::vector<double> values;
  for (const Run* run : runs) {
    if (has_result(*run)) values.push_back(experiment::measure(*run, measure));
  }
  return values;
}

Summary summary_of(const Runs& runs, std::string_view measure) {
  return summary_of(values_of(runs, measure));
}

Lookup::Lookup(const Results& results) : results_(results) {
  std::map<std::string, std::string> set_of;
  for (const Input& input : results.inputs) {
    if (!input.error.empty()) continue;
    set_of[input.name] = input.set;
    inputs_of_set_[input.set].push_back(input.name);
  }
  for (const PictureSet& set : paper_sets()) {
    if (inputs_of_set_.contains(std::string(set.id))) sets_.emplace_back(set.id);
  }
  for (const auto& [set, inputs] : inputs_of_set_) {
    if (std::find(sets_.begin(), sets_.end(), set) == sets_.end()) sets_.push_back(set);
  }
  for (const Run& run : results.runs) {
    const RunKey& key = run.key;
    of_set_[{set_of[key.input], key.ratio, key.method, key.setting, key.rank}].push_back(&run);
    of_input_[{key.input, key.ratio, key.method, key.setting, key.rank}] = &run;
  }
}

std::size_t Lookup::pictures(const std::string& set) const {
  const auto found = inputs_of_set_.find(set);
  return found == inputs_of_set_.end() ? 0 : found->second.size();
}

std::vector<std::string> Lookup::sample(const std::string& set) const {
  const std::vector<std::string>& all = inputs_of_set_.at(set);
  std::vector<std::string> chosen;
  for (const std::size_t k : evenly_spaced(all.size(), results_.sample)) chosen.push_back(all[k]);
  return chosen;
}

Runs Lookup::runs(const std::string& set, double ratio, std::string_view method, Setting setting,
                  int rank) const {
  const auto found =
      of_set_.find({set, ratio, std::string(method), setting, rank_in_key(method, rank)});
  return found == of_set_.end() ? Runs{} : found->second;
}

Runs Lookup::sampled(const std::string& set, double ratio, std::string_view method, Setting setting,
                     int rank) const {
  Runs found;
  for (const std::string& input : sample(set)) {
    const Run* its_run = run(input, ratio, method, setting, rank);
    if (its_run != nullptr) found.push_back(its_run);
  }
  return found;
}

const Run* Lookup::run(const std::string& input, double ratio, std::string_view method,
                       Setting setting, int rank) const {
  const auto found =
      of_input_.find({input, ratio, std::string(method), setting, rank_in_key(method, rank)});
  return found == of_input_.end() || !has_result(*found->second) ? nullptr : found->second;
}

}  // namespace grmf::experiment
