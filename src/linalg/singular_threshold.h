#pragma once

#include "base/workers.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// P diag(sigma) Q^T with every sigma > 0.
struct Thresholded {
  Dense p;
  Eigen::VectorXd sigma;  ///< the singular values above tau, minus tau, descending
  Dense q;

  [[nodiscard]] double nuclear_norm() const { return sigma.sum(); }
};

/// The proximal map of tau times the nuclear norm: singular values are lowered by tau, and those at
/// or below tau are dropped. They come from the eigenvalues of the smaller Gram matrix and are
/// accurate down to 1e-8 of the largest singular value. A partial SVD is tried instead where the
/// matrix is large and `rank_guess` says that few singular values are above tau; a guess of 0 says
/// nothing.
Thresholded singular_threshold(const Matrix& a, double tau, Index rank_guess, Workers& workers);

/// The largest singular value.
double spectral_norm(const Matrix& a, Workers& workers);

}  // namespace grmf::internal
