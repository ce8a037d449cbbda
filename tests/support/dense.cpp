#include "support/dense.h"

namespace grmf::test {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Dense eigen(const Matrix& a) { return Eigen::Map<const RowMajor>(a.data(), a.rows(), a.cols()); }

Matrix matrix(const Dense& a) {
  Matrix b(a.rows(), a.cols());
  Eigen::Map<RowMajor>(b.data(), a.rows(), a.cols()) = a;
  return b;
}

Dense orthonormal_columns(Index rows, Index cols, Random& random) {
  const Eigen::HouseholderQR<Dense> qr(eigen(normal_matrix(rows, cols, random)));
  return qr.householderQ() * Dense::Identity(rows, cols);
}

Dense with_singular_values(Index d, Index n, const Eigen::VectorXd& sigma, Random& random) {
  const Dense p = orthonormal_columns(d, sigma.size(), random);
  const Dense q = orthonormal_columns(n, sigma.size(), random);
  return p * sigma.asDiagonal() * q.transpose();
}

}  // namespace grmf::test
