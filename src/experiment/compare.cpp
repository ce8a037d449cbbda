#include "experiment/compare.h"

#include <utility>

#include "grmf/error.h"
#include "report/picture.h"

namespace grmf::experiment {
namespace {

/// The most pictures that a page shows: with more it would be slow to open.
constexpr std::size_t most_pictured = 8;

/// The inputs that could be read.
std::vector<const Input*> readable(const std::vector<Input>& inputs) {
  std::vector<const Input*> found;
  for (const Input& input : inputs) {
    if (input.error.empty()) found.push_back(&input);
  }
  return found;
}

/// Those of the inputs that a method cannot take.
std::vector<const Input*> refusing(const std::vector<const Input*>& inputs,
                                   const std::string& method, Setting setting) {
  std::vector<const Input*> found;
  for (const Input* input : inputs) {
    if (input->refused_by.contains({method, setting})) found.push_back(input);
  }
  return found;
}

/// What a note calls a method that cannot take an input: "rnmf as published" where the settings of
/// the paper are the reason.
std::string name_in_note(const Input& input, const std::string& method, Setting setting) {
  const bool at_all =
      setting == Setting::fair || input.refused_by.contains({method, Setting::fair});
  return method + (at_all ? "" : " as published");
}

/// For which of `all` inputs something is left out, in words; empty where there is only one.
std::string words_for(const std::vector<const Input*>& inputs, std::size_t all) {
  if (all == 1) return {};
  return " for " + std::to_string(inputs.size()) + " of " + std::to_string(all) + " inputs, " +
         inputs.front()->name + " among them";
}

}  // namespace

std::vector<Task> compare_tasks(const std::vector<Input>& inputs, const Sweep& sweep,
                                bool pictured) {
  Plan plan(inputs);
  std::size_t left = pictured ? most_pictured : 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const Input& input = inputs[k];
    if (!input.error.empty()) continue;
    if (left > 0 && report::can_be_shown(input.rows, input.cols, input.peak)) {
      --left;
      Sweep shown = sweep;
      shown.shown.picture = true;
      shown.ratios = {middle(sweep.ratios)};
      shown.ranks = {middle(sweep.ranks)};
      // Without methods the original alone is planned.
      plan.add(k, {.methods = {}, .seed = sweep.seed, .shown = {.picture = true}});
      plan.add(k, shown);
    }
    plan.add(k, sweep);
  }
  return plan.tasks();
}

std::vector<std::string> left_out(const std::vector<Input>& inputs, const Sweep& sweep) {
  const std::vector<const Input*> all = readable(inputs);
  std::vector<std::string> lines;
  bool any_left = all.empty();
  for (const std::string& method : sweep.methods) {
    for (const Setting setting : sweep.settings) {
      const std::vector<const Input*> without = refusing(all, method, setting);
      any_left = any_left || without.size() < all.size();
      if (without.empty()) continue;
      const Input& first = *without.front();
      std::string line = name_in_note(first, method, setting) + " is left out" +
                         words_for(without, all.size()) + ": " +
                         first.refused_by.at({method, setting});
      // With both settings a method may be left out for the same reason.
      if (std::find(lines.begin(), lines.end(), line) == lines.end())
        lines.push_back(std::move(line));
    }
  }
  if (any_left) return lines;
  throw Error(ErrorCode::invalid_data, "no method is left to compare; " + lines.front());
}

}  // namespace grmf::experiment
