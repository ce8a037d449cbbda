#pragma once

#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Y with missing entries filled with row mean + column mean - mean, and entries of small weight drawn towards that.
/// Computed wherever it is looked at, so that there is no second array of the size of Y. Of data with weights, which must
/// outlive it.
class Filled {
 public:
  explicit Filled(const Data& data);

  [[nodiscard]] Index rows() const { return data_->rows(); }
  [[nodiscard]] Index cols() const { return data_->cols(); }
  /// rows x cols numbers from (i, j) on, row by row.
  void copy(Index i, Index j, Index rows, Index cols, double* to) const;

 private:
  /// Weighted means of the observed entries; where a row or column has none, the mean of all.
  struct Means {
    std::vector<double> row;
    std::vector<double> col;
    double all = 0.0;
  };
  static Means means_of(const Data& data);

  const Data* data_;
  Means mean_;
  double usual_;  ///< mean weight of the observed entries
};

}  // namespace grmf::internal
