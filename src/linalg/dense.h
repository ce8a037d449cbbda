#pragma once

#include <span>

#include <Eigen/Dense>

#include "data/any_view.h"
#include "grmf/matrix.h"

/// Eigen inside the library: whole-matrix algebra for the methods that need it.
namespace grmf::internal {

using Dense = Eigen::MatrixXd;
using RowMajorDense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowMajorMap =
    Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

template <class T>
RowMajorMap<T> view(const BasicMatrix<T>& a) {
  return {a.data(), a.rows(), a.cols()};
}
Matrix to_matrix(const Dense& a);
/// The symmetric r x r matrix whose lower triangle is given row by row.
Dense from_triangle(std::span<const double> triangle, Index r);
/// A / unit as a dense matrix of doubles.
Dense divided(const AnyView& a, double unit);

/// A power of two near the largest |a|, or 1 if all entries are 0. Division by it is exact and
/// keeps squares from overflowing.
double power_of_two_unit(const AnyView& a);

}  // namespace grmf::internal
