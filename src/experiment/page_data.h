#pragma once

#include "experiment/figures.h"
#include "experiment/results.h"

namespace grmf::experiment {

/// All that a page on these results shows, as page() takes it. Nothing but the results goes into it. Throws Error (unknown_name)
/// for results of an unknown kind.
Json page_data(const Results& results);

}  // namespace grmf::experiment
