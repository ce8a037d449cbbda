#pragma once

#include <filesystem>

#include "shown_rows.h"

namespace grmf::cli {

/// Throws Error, before a model is read, for an output that cannot be written or is not named as a picture
/// of the groups is: .svg. What is no file of its own (standard output, a pipe) has no need of a name.
void check_picture_output(const std::filesystem::path& output);

/// Draws the rows of U and V with their groups, a legend and the sizes of the groups.
void write_groups_picture(const std::filesystem::path& output, const ShownRows& shown);

}  // namespace grmf::cli
