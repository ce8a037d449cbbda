#pragma once

#include <span>
#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// What factors leave of the data, row by row: no array of the size of the data is needed. Data and factors must
/// outlive it.
class Residual {
 public:
  Residual(const Data& data, const Factors& factors);

  /// y - u v^T of row i, missing entries included.
  void row(Index i, std::span<double> to) const;
  /// |y - u . v| of observed entries: of all where they are few, else of some from all rows and columns.
  [[nodiscard]] std::vector<double> sizes() const;

 private:
  const Data* data_;
  const Matrix* u_;
  Matrix v_;  ///< r x n: one column of V after the other
};

}  // namespace grmf::internal
