#pragma once

#include <filesystem>
#include <string>

#include "report/shown_rows.h"

namespace grmf::report {

/// Draws the rows of U and V with their groups, a legend and the sizes of the groups.
void write_groups_picture(const std::filesystem::path& output, const ShownRows& shown);
/// The picture as the text of an SVG file.
std::string groups_picture(const ShownRows& shown);

}  // namespace grmf::report
