#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/draw.h"
#include "experiment/figures.h"
#include "experiment/plan.h"

/// The experiments of the paper: which pictures, which fits, which page.
namespace grmf::experiment {

/// What `grmf reproduce` takes beside "all": "table1" ... "figure5".
std::vector<std::string_view> experiment_names();
/// The experiment of this name, or all experiments for "all". Throws an Error that lists the names.
std::vector<std::string_view> experiments_named(std::string_view name);

/// The pictures of the paper's sets. Inside `data` every set has a folder named by its id. Sets
/// that are not there are added to `absent`; throws Error where none is. Takes `most` pictures of a
/// set, evenly spaced, or all of them if `most` is 0.
std::vector<Input> paper_inputs(const std::filesystem::path& data, std::size_t most,
                                std::vector<std::string>& absent);
/// Pictures that the program draws, for users without pictures: `most` of them, evenly spaced, or
/// all if `most` is 0.
std::vector<Input> drawn_inputs(const std::vector<Drawing>& pictures, std::size_t most = 0);

/// All fits that these experiments need, in the settings of the results; none where no picture
/// could be read.
std::vector<Task> paper_tasks(const std::vector<std::string_view>& experiments,
                              const Results& results);

/// The sections of a page on these experiments.
Json paper_sections(const std::vector<std::string_view>& experiments, const Lookup& lookup);

}  // namespace grmf::experiment
