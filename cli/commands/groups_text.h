#pragma once

#include "report/shown_rows.h"

namespace grmf::cli {

/// A line per row, how large the groups are and how many there are in a row, and a summary, on standard
/// output. On a terminal the letters of a pattern are coloured; NO_COLOR and TERM=dumb are respected.
void print_groups(const report::ShownRows& shown);

}  // namespace grmf::cli
