#pragma once

#include <span>

#include "base/workers.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "linalg/dense.h"
#include "objective/terms.h"

namespace grmf::internal {

/// Makes those values of a row equal, or 0, that differ by no more than a few standard errors. The
/// two that differ least by their errors are made equal first, which moves the other values as far
/// as their errors depend on each other; and so on.
void make_equal_within_errors(std::span<double> x, Dense covariance);

/// Decides anew which values of a row are 0 or equal. Every row is fitted without sparsity and
/// grouping to the other factor, which stays as it is; then it is up to the errors of its values.
/// Unlike a penalty, which has one strength for all rows, this knows the errors of each. A factor
/// whose sparsity or grouping is given stays as it is. `weights` as in curvatures_of().
void regroup(Engine& engine, const GrmfOptions& options, const Terms& terms, double noise,
             double weights, Workers& workers, Factors& factors);

}  // namespace grmf::internal
