#pragma once

#include <cstdint>

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "linalg/partial_svd.h"

namespace grmf::internal {

/// U = P sqrt(S), V = Q sqrt(S).
Factors balanced_factors(PartialSvd svd);

/// The same product as U = P sqrt(S), V = Q sqrt(S).
Factors balanced(const Factors& factors);

/// Truncated SVD: U = P sqrt(S), V = Q sqrt(S). Missing entries are first filled with row mean +
/// column mean - mean, and entries of small weight drawn towards that.
Factors svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);
/// The same in the large, at a fraction of the price.
Factors rough_svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);

/// A pair of columns -> its positive or its negative parts, whichever weigh more, both of one size (Boutsidis and
/// Gallopoulos 2008).
void take_heavier_part(Factors& factors, Index column);

/// Non-negative factors from the SVD, by the heavier parts.
Factors nonnegative_svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);

/// Independent normal entries, both factors of one size, U V^T of the size of the data.
Factors random_start(const Data& data, int rank, std::uint64_t seed);

/// Independent normal entries.
Factors normal_factors(const Data& data, int rank, std::uint64_t seed, double deviation);

/// Throws Error unless u is d x r and v is n x r, both finite. A start of our own can only break this where
/// the data are so large that their squares overflow.
void check_start(const Factors& start, const Data& data, int rank);

}  // namespace grmf::internal
