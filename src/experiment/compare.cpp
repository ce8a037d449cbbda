#include "experiment/compare.h"

#include "report/picture.h"

namespace grmf::experiment {
namespace {

/// The most pictures that a page shows: with more it would be slow to open.
constexpr std::size_t most_pictured = 8;

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

}  // namespace grmf::experiment
