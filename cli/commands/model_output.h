#pragma once

#include <filesystem>

#include "commands/fit_data.h"

namespace grmf::cli {

/// What a model is called where -o does not say: photo.png -> photo.npz, table.csv.gz -> table.npz, in
/// the folder where the program runs.
std::filesystem::path model_name(const std::filesystem::path& input);

/// Throws Error, before any work, for an output that cannot be written or should not be a model: a
/// terminal, what the data are read from, a name that ends as a matrix or picture does.
void check_model_output(const std::filesystem::path& output, const DataFiles& files);

}  // namespace grmf::cli
