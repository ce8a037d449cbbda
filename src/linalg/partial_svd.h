#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/workers.h"
#include "grmf/matrix.h"
#include "linalg/linear_map.h"

namespace grmf::internal {

/// The r largest singular values with their vectors: A ~ P diag(sigma) Q^T.
struct PartialSvd {
  Matrix p;                   ///< d x r, orthonormal columns
  std::vector<double> sigma;  ///< descending
  Matrix q;                   ///< n x r, orthonormal columns
  bool accurate = true;       ///< whether the tolerance was reached
};

/// Computes r triplets by a restarted block Krylov method with full orthogonalisation, so that
/// clusters and repeated singular values are found. Where the Krylov space would be the whole
/// space, a full SVD of A is computed instead. No SVD on the way is of a matrix above 500 x 500;
/// many triplets of a larger matrix are found in rounds. `tolerance` bounds the error of every
/// triplet, |A^T p - sigma q| / sigma_1. The signs are such that the sum of the entries of p and q
/// is not negative. 1 <= r <= min(d, n). Once give_up() is true, the triplets are what was found
/// until then.
PartialSvd partial_svd(const LinearMap& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers, const std::function<bool()>& give_up = {});

/// A rough partial SVD from a single small Krylov space. It is good enough for a start, which the
/// sweeps move anyway.
PartialSvd rough_svd(const LinearMap& a, int r, std::uint64_t seed);

}  // namespace grmf::internal
