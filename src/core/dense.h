#pragma once

#include <Eigen/Dense>

#include "core/workers.h"
#include "grmf/matrix.h"

/// Eigen inside the library: whole-matrix algebra for the methods that need it.
namespace grmf::internal {

using Dense = Eigen::MatrixXd;
using RowMajorDense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMajorMap = Eigen::Map<const RowMajorDense>;

inline RowMajorMap view(const Matrix& a) { return {a.data(), a.rows(), a.cols()}; }
Matrix to_matrix(const Dense& a);

/// A power of two near the largest |a|, 1 if all are 0: to divide by it is exact and keeps squares from
/// overflow.
double power_of_two_unit(const Matrix& a);

/// A / unit and its transpose times a block, in chunks that do not depend on the number of workers.
/// The matrix and the workers must outlive it.
class Product {
 public:
  Product(const Matrix& a, double unit, Workers& workers)
      : a_(view(a)), unit_(unit), workers_(&workers) {}

  [[nodiscard]] Dense times(const Dense& x) const;
  [[nodiscard]] Dense transposed_times(const Dense& x) const;
  [[nodiscard]] Index rows() const { return a_.rows(); }
  [[nodiscard]] Index cols() const { return a_.cols(); }

 private:
  template <class Compute>
  [[nodiscard]] Dense in_chunks(Index rows, Index cols, Compute compute) const;

  RowMajorMap a_;
  double unit_;
  Workers* workers_;
};

/// An orthonormal basis of the span of the columns, whatever their rank.
Dense orthonormal(const Dense& block);

struct Svd {
  Dense p;
  Eigen::VectorXd sigma;  ///< descending
  Dense q;
};
/// All of a dense matrix, accurate also for repeated singular values.
Svd full_svd(const Dense& a);
/// For tests: the smaller side of the largest matrix that full_svd was given since the last call of this.
Index largest_full_svd();

}  // namespace grmf::internal
