#pragma once

#include <string>
#include <vector>

#include "grmf/data.h"
#include "grmf/io/model_file.h"
#include "io/table_text.h"

namespace grmf::cli {

/// A cell of a table that is replaced.
struct Replaced {
  Index row = 0;
  Index col = 0;
  std::string before;       ///< as it was written; empty for a gap that was
  std::string after;        ///< as it is written now
  double deviations = 0.0;  ///< (old - new) by the deviation of the noise; NaN for a gap
  bool gap = false;
};

/// A table without its outliers and gaps, and what was replaced, in the order of the table.
struct Cleaned {
  std::vector<Replaced> cells;
  Index outliers = 0;
  Index gaps = 0;
  Index gaps_left = 0;  ///< gaps in rows and columns without data, of which a model knows nothing
};

/// Replaces the outliers and gaps by what the model estimates. A number gets as many decimals as
/// its column has, and noise is never taken to be less than what rounding to these makes. `data`
/// are those of the input.
Cleaned clean(io::EditableInput& input, const Data& data, const io::Model& model, double threshold);

}  // namespace grmf::cli
