#pragma once

#include <cstdint>

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "linalg/partial_svd.h"

namespace grmf::internal {

/// The factors U = P sqrt(S), V = Q sqrt(S) of an SVD P S Q^T.
Factors balanced_factors(PartialSvd svd);

/// Factors with the same product U V^T = P S Q^T, in the form U = P sqrt(S), V = Q sqrt(S).
Factors balanced(const Factors& factors);

/// A start by the truncated SVD: U = P sqrt(S), V = Q sqrt(S). Missing entries are first filled
/// with row mean + column mean - overall mean, and entries of small weight are drawn towards that.
Factors svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);
/// A start by a rough SVD (see rough_svd()), at a fraction of the cost of svd_start().
Factors rough_svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);

/// Replaces a column of both factors by its positive or by its negative part, whichever weigh more,
/// and gives both columns the same norm (Boutsidis and Gallopoulos 2008).
void take_heavier_part(Factors& factors, Index column);

/// Non-negative factors from svd_start(), by the heavier part of every column.
Factors nonnegative_svd_start(const Data& data, int rank, std::uint64_t seed, Workers& workers);

/// Independent normal entries, of the same deviation in both factors, such that U V^T has the size
/// of the data.
Factors random_start(const Data& data, int rank, std::uint64_t seed);

/// Independent normal entries with this deviation.
Factors normal_factors(const Data& data, int rank, std::uint64_t seed, double deviation);

/// Throws Error unless u is d x r and v is n x r, both finite. A start that was computed here can
/// only fail where the data are so large that their squares overflow.
void check_start(const Factors& start, const Data& data, int rank);

}  // namespace grmf::internal
