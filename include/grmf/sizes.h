#pragma once

#include <vector>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

class Data;

/// What is divided by its size before a fit, so that all of it counts alike.
enum class ScaleBy { none, columns, rows };

/// Sizes of rows and columns. Entry (i, j) of the data is divided by rows[i] * columns[j] before a
/// fit, and an estimate is multiplied by it.
struct GRMF_EXPORT Sizes {
  std::vector<double> rows = {};     ///< all > 0; empty: 1 each
  std::vector<double> columns = {};  ///< likewise

  [[nodiscard]] bool empty() const { return rows.empty() && columns.empty(); }
  [[nodiscard]] double at(Index i, Index j) const {
    return (rows.empty() ? 1.0 : rows[i]) * (columns.empty() ? 1.0 : columns[j]);
  }
  /// Multiplies an estimate of scaled data, so that it is one of the data as they were.
  void undo(Matrix& estimate) const;

  friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// The sizes of rows or columns by their observed entries: the median of |y - median|, where that
/// is 0 the mean of |y - median|, and where that is 0 too, 1. Gross errors do not change such a
/// size much.
GRMF_EXPORT Sizes robust_sizes(const Data& data, ScaleBy by);

/// By how many times the largest size of a column exceeds the smallest, at least 1. Columns in
/// which all is equal have no size. Of a tall matrix about 1000 rows are looked at.
GRMF_EXPORT double spread_of_columns(const Data& data);

}  // namespace grmf
