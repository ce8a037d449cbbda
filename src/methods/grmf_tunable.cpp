#include <algorithm>

#include "methods/grmf_options.h"

namespace grmf::internal {
namespace {

/// No grouping; then near groupings, which make values equal that nearly are; then far ones, which
/// pull all entries of a row together and take over a part of the work of the ridge.
std::vector<Tunable::Structure> groupings() {
  constexpr double near = 0.05;
  constexpr double far = 2.0;
  const auto settings = [](double lambda1, double lambda2, double tau) {
    return Settings{{"lambda1", lambda1}, {"lambda2", lambda2}, {"tau1", tau}, {"tau2", tau}};
  };
  return {{{{"lambda1", 0.0}, {"lambda2", 0.0}}},
          {settings(0.001, 0.001, near)},
          {settings(0.003, 0.003, near)},
          {settings(0, 0.002, far)},
          {settings(0, 0.003, far)},
          {settings(0, 0.003, far), 0.8},
          {settings(0, 0.004, far), 0.8},
          {settings(0, 0.003, far), 0.64},
          {settings(0, 0.004, far), 0.64}};
}

}  // namespace

Tunable tunable_of(const GrmfVariant& variant, const GrmfOptions& settings) {
  const auto specs = variant.table->specs();
  const bool has_loss = std::any_of(specs.begin(), specs.end(),
                                    [](const OptionSpec& spec) { return spec.name == "loss"; });
  const auto& [ridge_u, ridge_v] = settings.lambda3;
  Tunable tunable{.grows = settings.init == Init::robust && settings.loss != Loss::atan &&
                           settings.nonnegative != Nonnegativity::hard,
                  .unstructured = {{"lambda1", 0.0}, {"lambda2", 0.0}},
                  .ridge = {{"lambda3", ridge_u}}};
  if (ridge_u != ridge_v) tunable.ridge = {{"lambda3_u", ridge_u}, {"lambda3_v", ridge_v}};
  if (ridge_u == 0 && ridge_v == 0) tunable.ridge.clear();
  if (has_loss) tunable.unrefined = {{"refine", std::string("off")}};
  if (has_loss && settings.loss == Loss::automatic) {
    tunable.first_loss = {{"loss", std::string("l1")}};
    tunable.second_loss = {{"loss", std::string("atan")}};
    tunable.final_loss = {{"loss", std::string("auto")}};
    tunable.rank_of_first_loss = "l1_rank";
  }
  if (settings.scaling == Scaling::relative) tunable.structures = groupings();
  return tunable;
}

}  // namespace grmf::internal
