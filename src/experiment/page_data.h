#pragma once

#include "experiment/figures.h"
#include "experiment/results.h"

namespace grmf::experiment {

/// The data of a page on these results, in the form that report::page() takes. They are made from
/// the results alone. Throws Error (unknown_name) for results of an unknown kind.
Json page_data(const Results& results);

}  // namespace grmf::experiment
