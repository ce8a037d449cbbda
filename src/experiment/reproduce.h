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

/// "table1" ... "figure5": what `grmf reproduce` takes, beside "all".
std::vector<std::string_view> experiment_names();
/// The one that is named, or all of them. Throws Error that lists the names.
std::vector<std::string_view> experiments_named(std::string_view name);

/// The pictures of the sets of the paper: a folder a set, named by its id, inside `data`. Sets that are not there are added to
/// `absent`; Error where none is. `most` pictures of a set, evenly spaced; 0: all.
std::vector<Input> paper_inputs(const std::filesystem::path& data, std::size_t most,
                                std::vector<std::string>& absent);
/// Pictures that the program draws, for who has none: `most` of them, evenly spaced; 0: all.
std::vector<Input> drawn_inputs(const std::vector<Drawing>& pictures, std::size_t most = 0);

/// All fits that these experiments need, in the settings of the results; none where no picture could be read.
std::vector<Task> paper_tasks(const std::vector<std::string_view>& experiments,
                              const Results& results);

/// The sections of a page on these experiments.
Json paper_sections(const std::vector<std::string_view>& experiments, const Lookup& lookup);

}  // namespace grmf::experiment
