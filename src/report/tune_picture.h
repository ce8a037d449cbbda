#pragma once

#include <string>

#include "grmf/tune.h"

namespace grmf::report {

/// A chart of the scores of all trials over the rank, the ridge and the grouping, as the text of an
/// SVG file.
std::string tune_picture(const Tuned& tuned, const Method& method, const std::string& title);

}  // namespace grmf::report
