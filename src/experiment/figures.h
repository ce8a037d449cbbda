#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/lookup.h"

/// Sections of a page: the figures of the paper, made of runs.
namespace grmf::experiment {

Json figure1_section(const Lookup& lookup);
Json figure2_section(const Lookup& lookup);
Json figure3_section(const Lookup& lookup);
Json figure4_section(const Lookup& lookup);
Json figure5_section(const Lookup& lookup);

/// How much of the pictures the figures destroy, and at which rank.
std::vector<double> figure1_ratios();
inline constexpr int figure1_rank = 4;
std::vector<double> figure3_ratios();
std::vector<double> figure4_ratios();
/// The set, and in it the picture, that Figures 1, 2 and 4 look at; there must be one.
std::string pilot_set(const Lookup& lookup);
std::string pilot_picture(const Lookup& lookup);

/// Boxes with every point: the measure of these runs, a box a method and setting.
Json box_chart(const std::string& id, const std::string& caption,
               const std::vector<std::string_view>& methods, const std::vector<Setting>& settings,
               const std::function<Runs(std::string_view method, Setting setting)>& runs_of);
/// What a viewer shows of one input: original, input and what every method made of it, as far as pictures were kept.
Json viewed_input(const Lookup& lookup, const std::string& input, double ratio,
                  const std::vector<std::string_view>& methods, int rank);

}  // namespace grmf::experiment
