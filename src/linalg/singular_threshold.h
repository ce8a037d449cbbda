#pragma once

#include "linalg/dense.h"

namespace grmf::internal {

/// P diag(sigma) Q^T with every sigma > 0.
struct Thresholded {
  Dense p;
  Eigen::VectorXd sigma;  ///< descending, what is left of the singular values
  Dense q;

  [[nodiscard]] double nuclear_norm() const { return sigma.sum(); }
};

/// The proximal map of the nuclear norm: singular values lowered by tau, those at or below it dropped.
/// By the eigenvalues of the smaller Gram matrix, which are accurate down to 1e-8 of the largest singular value.
/// A partial SVD is tried instead where the matrix is large and `rank_guess` says that few are left; 0: no idea.
Thresholded singular_threshold(const Matrix& a, double tau, Index rank_guess, Workers& workers);

/// The largest singular value.
double spectral_norm(const Matrix& a, Workers& workers);

}  // namespace grmf::internal
