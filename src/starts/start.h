#pragma once

#include <cmath>
#include <cstdint>

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "linalg/partial_svd.h"

namespace grmf::internal {

/// The factors U = P sqrt(S), V = Q sqrt(S) of an SVD P S Q^T.
Factors balanced_factors(PartialSvd svd);

/// Factors with the same product U V^T = P S Q^T, in the form U = P sqrt(S), V = Q sqrt(S).
Factors balanced(const Factors& factors);

/// A start by the truncated SVD: U = P sqrt(S), V = Q sqrt(S), of Y with its gaps filled
/// (Engine::products). Less accurate once the fit is out of time.
Factors svd_start(Engine& engine, int rank, FitContext& context);
/// A start by a rough SVD (see rough_svd()), at a fraction of the cost of svd_start().
Factors rough_svd_start(Engine& engine, int rank, const FitContext& context);

/// Replaces a column of both factors by its positive or by its negative part, whichever weigh more,
/// and gives both columns the same norm (Boutsidis and Gallopoulos 2008).
void take_heavier_part(Factors& factors, Index column);

/// Non-negative factors from svd_start(), by the heavier part of every column.
Factors nonnegative_svd_start(Engine& engine, int rank, FitContext& context);

/// Independent normal entries with this deviation, U of rows x rank and V of cols x rank.
Factors normal_factors(Index rows, Index cols, int rank, std::uint64_t seed, double deviation);

/// Independent normal entries, of the same deviation in both factors, such that U V^T has the size
/// of the data, which are given by their Data or their Engine.
template <class Source>
Factors random_start(const Source& data, int rank, std::uint64_t seed) {
  const double deviation =
      std::sqrt(data.scale()) / std::sqrt(std::sqrt(static_cast<double>(rank)));
  return normal_factors(data.rows(), data.cols(), rank, seed, deviation);
}

/// Throws Error unless u is d x r and v is n x r, both finite. A start that was computed here can
/// only fail where the data are so large that their squares overflow.
void check_start(const Factors& start, const Engine& engine, int rank);

}  // namespace grmf::internal
