#pragma once

#include <optional>

#include "linalg/dense.h"

/// Eigen's decompositions behind plain functions, so that each is compiled only once: nothing else
/// takes the compiler as long.
namespace grmf::internal {

/// An orthonormal basis of the span of the columns, whatever their rank.
Dense orthonormal(const Dense& block);

/// A vector of length 1 that is orthogonal to r - 1 columns of length r. It is empty where the QR
/// decomposition of the columns has a pivot below `least_pivot`.
Eigen::VectorXd normal_to(const Dense& columns, double least_pivot);

/// The inverse, which must exist.
Dense inverse(const Dense& a);
/// The inverse, or nothing where the reciprocal condition number is at most `least_rcond`.
std::optional<Dense> inverse_unless_singular(const Dense& a, double least_rcond);

/// x with A x = b, for a symmetric positive semidefinite A.
Eigen::VectorXd solve_symmetric(const Dense& a, const Eigen::VectorXd& b);

struct Eigenpairs {
  Eigen::VectorXd values;  ///< ascending
  Dense vectors;           ///< eigenvectors, as columns
};
/// The eigenpairs of a symmetric matrix; only its lower triangle is read.
Eigenpairs symmetric_eigen(const Dense& a);
/// The eigenvalues of a symmetric matrix, ascending; only its lower triangle is read.
Eigen::VectorXd symmetric_eigenvalues(const Dense& a);
/// A^(-1/2) of the symmetric positive definite matrix A with these eigenpairs.
Dense inverse_square_root(const Eigenpairs& pairs);

/// A = P diag(sigma) Q^T.
struct Svd {
  Dense p;
  Eigen::VectorXd sigma;  ///< descending
  Dense q;
};
/// The whole SVD of a dense matrix, accurate also for repeated singular values.
Svd full_svd(const Dense& a);

}  // namespace grmf::internal
