#pragma once

#include "report/shown_rows.h"

namespace grmf::cli {

/// Prints a line for every row, how large the groups are and how many there are in a row, and a
/// summary. On a terminal the letters of a pattern are coloured, unless NO_COLOR or TERM=dumb says
/// otherwise.
void print_groups(const report::ShownRows& shown);

}  // namespace grmf::cli
