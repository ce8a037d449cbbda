#pragma once

#include <optional>
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
  std::string before;            ///< as it was written
  std::string after;             ///< as it is written now
  std::optional<double> sigmas;  ///< (old - new) by the deviation of the noise; empty for a gap
};

/// What was replaced in a table, in reading order.
struct Cleaned {
  std::vector<Replaced> cells;
  Index outliers = 0;
  Index gaps = 0;
  Index gaps_left = 0;  ///< gaps in rows and columns without data, of which nothing is known
};

/// The deviation that rounding to the printed digits gives each column; empty where the input is no
/// text.
std::vector<double> rounding_of(const io::EditableInput& input);

/// Replaces the outliers and gaps of a table. A number gets as many decimals as its column has.
/// `data` are those of the input.
Cleaned clean(io::EditableInput& input, const Data& data, const io::Model& model, double threshold,
              int threads);

}  // namespace grmf::cli
