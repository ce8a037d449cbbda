#pragma once

#include "experiment/lookup.h"

namespace grmf::experiment {

/// One line of a comparison: a method at a ratio and rank, over all inputs.
struct Compared {
  std::string method;
  Setting setting = Setting::fair;
  double ratio = 0.0;
  int rank = 0;  ///< the rank asked for; 0: chosen by the data or by the method
  Runs runs;     ///< runs that have a result
};
/// The lines in the order of the runs; `nothing_done` is among them only where it differs from the
/// truth.
std::vector<Compared> compared_lines(const Results& results);

/// Title, summary and sections of the page.
Json compare_data(const Lookup& lookup);

}  // namespace grmf::experiment
