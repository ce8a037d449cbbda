#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/lookup.h"

/// Sections of a page that show the figures of the paper, made from runs.
namespace grmf::experiment {

Json figure1_section(const Lookup& lookup);
Json figure2_section(const Lookup& lookup);
Json figure3_section(const Lookup& lookup);
Json figure4_section(const Lookup& lookup);
Json figure5_section(const Lookup& lookup);

/// The shares of pixels that the figures destroy, and the rank of Figure 1.
std::vector<double> figure1_ratios();
inline constexpr int figure1_rank = 4;
std::vector<double> figure3_ratios();
std::vector<double> figure4_ratios();
/// The set and the picture in it that Figures 1, 2 and 4 look at; at least one set must have a
/// picture.
std::string pilot_set(const Lookup& lookup);
std::string pilot_picture(const Lookup& lookup);

/// A chart of the RMAE of runs, with one box per method and setting and every value as a point.
Json box_chart(const std::string& id, const std::string& caption,
               const std::vector<std::string_view>& methods, const std::vector<Setting>& settings,
               const std::function<Runs(std::string_view method, Setting setting)>& runs_of);
/// What a viewer shows of one input: the original, the input and what every method made of it, as
/// far as pictures were kept.
Json viewed_input(const Lookup& lookup, const std::string& input, double ratio,
                  const std::vector<std::string_view>& methods, int rank);

}  // namespace grmf::experiment
