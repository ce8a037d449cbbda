#pragma once

#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Rows are solved in batches, one per SIMD lane.
constexpr int lanes = 8;

/// Which factor's rows are solved. A row of U is fitted to a row of Y, a row of V to a column.
enum class Side { u, v };

inline Index row_count(const Data& data, Side side) {
  return side == Side::u ? data.rows() : data.cols();
}
inline Index sample_count(const Data& data, Side side) {
  return side == Side::u ? data.cols() : data.rows();
}
inline Index batch_count(Index rows) { return (rows + lanes - 1) / lanes; }

/// A block of samples of a batch of rows, sample by sample with the lanes side by side: the same
/// layout for both sides, cut so that it stays in the cache, and no transposed copy of Y.
struct Panel {
  static constexpr Index max_samples = 128;

  std::vector<double> y = std::vector<double>(max_samples * lanes);
  std::vector<double> m =
      std::vector<double>(max_samples * lanes);  ///< read only where the data are weighted
  Index samples = 0;

  /// Samples [first_sample, ...) of the rows [first_row, first_row + lanes); lanes beyond the last
  /// row are filled with zeros.
  void load(const Data& data, Side side, Index first_row, Index first_sample);
};

}  // namespace grmf::internal
