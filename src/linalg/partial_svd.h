#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "data/any_view.h"
#include "grmf/matrix.h"

namespace grmf::internal {

/// The r largest singular values with their vectors: A ~ P diag(sigma) Q^T.
struct PartialSvd {
  Matrix p;                   ///< d x r, orthonormal columns
  std::vector<double> sigma;  ///< descending
  Matrix q;                   ///< n x r, orthonormal columns
  bool accurate = true;       ///< whether the tolerance was reached
};

/// By a restarted block Krylov method with full orthogonalisation, so that clusters and repeated
/// singular values are found; where its space would be the whole space, by a full SVD of A. No SVD on the
/// way is of a matrix above 500 x 500: of a larger one many triplets are found in rounds. `tolerance` bounds
/// |A^T p - sigma q| / sigma_1 of every triplet. Signs: the sum of the entries of p and q is not
/// negative. 1 <= r <= min(d, n).
PartialSvd partial_svd(const AnyView& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers);

/// The same from a single small Krylov space: right in the large, for starts that sweeps will move anyway.
PartialSvd rough_svd(const AnyView& a, int r, std::uint64_t seed, Workers& workers);

}  // namespace grmf::internal
