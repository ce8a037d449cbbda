#pragma once

#include <filesystem>

#include "commands/fit_data.h"

namespace grmf::cli {

/// The name of a model file where -o gives none: photo.npz for photo.png, table.npz for
/// table.csv.gz, all-left.npz for all.npz:left and all-model.npz for all.npz, in the folder where
/// the program runs.
std::filesystem::path model_name(const std::filesystem::path& input);

/// Throws Error, before any work is done, for an output that cannot be written or should not be a
/// model file: a terminal, a file that the data are read from, a name that ends as that of a matrix
/// or picture.
void check_model_output(const std::filesystem::path& output, const DataFiles& files);

}  // namespace grmf::cli
