#pragma once

#include <memory>
#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Y with missing entries filled with row mean + column mean - overall mean, and entries of small
/// weight drawn towards that value. The numbers are computed when they are read, so that no second
/// array of the size of Y is needed. The data must outlive this; copies share the means.
class Filled {
 public:
  explicit Filled(const Data& data);

  [[nodiscard]] Index rows() const { return data_->rows(); }
  [[nodiscard]] Index cols() const { return data_->cols(); }
  /// Writes the rows x cols block that begins at (i, j) to `to`, row by row.
  void copy(Index i, Index j, Index rows, Index cols, double* to) const;

 private:
  /// Weighted means of the observed entries; a row or column without any has the overall mean.
  struct Means {
    std::vector<double> row;
    std::vector<double> col;
    double all = 0.0;
  };
  static Means means_of(const Data& data);

  const Data* data_;
  std::shared_ptr<const Means> mean_;
  double usual_;  ///< the mean weight of the observed entries
};

}  // namespace grmf::internal
