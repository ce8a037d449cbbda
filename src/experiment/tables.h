#pragma once

#include <vector>

#include "experiment/lookup.h"

/// Sections of a page: the tables of the paper, made of runs, with the printed figures beside them.
namespace grmf::experiment {

Json table1_section(const Lookup& lookup);
Json table2_section(const Lookup& lookup);
Json table3_section(const Lookup& lookup);
Json table4_section(const Lookup& lookup);

/// The ranks that Table 1 and Figure 1 try.
std::vector<int> tried_ranks();
/// The paper's rule: as many as recover destroyed pictures best, and one more for pictures as they are. 0 where no rank was
/// tried.
int derived_rank(const Lookup& lookup, const std::string& set, Setting setting);

}  // namespace grmf::experiment
