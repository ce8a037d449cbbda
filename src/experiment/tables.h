#pragma once

#include <vector>

#include "experiment/lookup.h"

/// Sections of a page that show the tables of the paper, made from runs, with the printed figures
/// beside them.
namespace grmf::experiment {

Json table1_section(const Lookup& lookup);
Json table2_section(const Lookup& lookup);
Json table3_section(const Lookup& lookup);
Json table4_section(const Lookup& lookup);

/// The ranks that Table 1 and Figure 1 try.
std::vector<int> tried_ranks();
/// The rank at which a method recovers the half-destroyed pictures of the sample best; 0 unless all
/// ranks were tried.
int best_rank(const Lookup& lookup, const std::string& set, std::string_view method,
              Setting setting);

}  // namespace grmf::experiment
