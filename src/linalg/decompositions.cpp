#include "linalg/decompositions.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace grmf::internal {
namespace {

/// Whether `svd` is an SVD of `a` to rounding. Eigen's divide-and-conquer method is fast but fails
/// on some repeated singular values, so its result is checked.
bool sound(const Dense& a, const Svd& svd) {
  constexpr double rounding = 1e-13;
  const Index n = a.cols();
  if (!svd.p.allFinite() || !svd.q.allFinite()) return false;
  const double scale = std::max(svd.sigma(0), std::numeric_limits<double>::min());
  const auto off = [n](const Dense& basis) {
    return (basis.transpose() * basis - Dense::Identity(n, n)).cwiseAbs().maxCoeff();
  };
  const double error =
      (svd.p * svd.sigma.asDiagonal() * svd.q.transpose() - a).cwiseAbs().maxCoeff();
  return error <= rounding * scale && off(svd.p) <= rounding && off(svd.q) <= rounding;
}

Svd square_svd(const Dense& a) {
  constexpr Index jacobi_is_faster = 32;
  if (a.cols() > jacobi_is_faster) {
    const Eigen::BDCSVD<Dense> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Svd result{svd.matrixU(), svd.singularValues(), svd.matrixV()};
    if (sound(a, result)) return result;
  }
  const Eigen::JacobiSVD<Dense, Eigen::NoQRPreconditioner> svd(
      a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

/// The SVD of a matrix with at least as many rows as columns. A QR decomposition reduces it to the
/// SVD of a small square matrix.
Svd tall_svd(const Dense& a) {
  const Eigen::HouseholderQR<Dense> qr(a);
  const Dense R = qr.matrixQR().topRows(a.cols()).triangularView<Eigen::Upper>();
  Svd svd = square_svd(R);
  Dense p = Dense::Zero(a.rows(), a.cols());
  p.topRows(a.cols()) = svd.p;
  svd.p = qr.householderQ() * p;
  return svd;
}

}  // namespace

Dense orthonormal(const Dense& block) {
  return Eigen::HouseholderQR<Dense>(block).householderQ() *
         Dense::Identity(block.rows(), block.cols());
}

Eigen::VectorXd normal_to(const Dense& columns, double least_pivot) {
  const Index r = columns.rows();
  const Eigen::HouseholderQR<Dense> qr(columns);
  if (qr.matrixQR().diagonal().cwiseAbs().minCoeff() < least_pivot) return {};
  return qr.householderQ() * Eigen::VectorXd::Unit(r, r - 1);
}

Dense inverse(const Dense& a) { return a.inverse(); }

std::optional<Dense> inverse_unless_singular(const Dense& a, double least_rcond) {
  const Eigen::PartialPivLU<Dense> lu(a);
  if (!(lu.rcond() > least_rcond)) return std::nullopt;
  Dense inverse = lu.inverse();
  // The condition number is an estimate, and it may miss a pivot that is exactly 0.
  if (!inverse.allFinite()) return std::nullopt;
  return inverse;
}

Eigen::VectorXd solve_symmetric(const Dense& a, const Eigen::VectorXd& b) {
  return a.ldlt().solve(b);
}

Eigenpairs symmetric_eigen(const Dense& a) {
  const Eigen::SelfAdjointEigenSolver<Dense> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Dense& a) {
  return Eigen::SelfAdjointEigenSolver<Dense>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Dense inverse_square_root(const Eigenpairs& pairs) {
  return pairs.vectors * pairs.values.cwiseInverse().cwiseSqrt().asDiagonal() *
         pairs.vectors.adjoint();
}

Svd full_svd(const Dense& a) {
  if (a.rows() >= a.cols()) return tall_svd(a);
  Svd transposed = tall_svd(a.transpose());
  return {std::move(transposed.q), std::move(transposed.sigma), std::move(transposed.p)};
}

}  // namespace grmf::internal
