#pragma once

#include "linalg/dense.h"

namespace grmf::internal {

/// The rows x cols block of `a` that begins at (i, j), as doubles.
template <class T>
auto part_of(const BasicMatrixView<T>& a, Index i, Index j, Index rows, Index cols) {
  using Map = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
                         Eigen::Unaligned, Eigen::OuterStride<>>;
  return Map(a.row(i) + j, rows, cols, Eigen::OuterStride<>(a.stride())).template cast<double>();
}
inline RowMajorDense part_of(const Filled& a, Index i, Index j, Index rows, Index cols) {
  RowMajorDense part(rows, cols);
  a.copy(i, j, rows, cols, part.data());
  return part;
}

}  // namespace grmf::internal
