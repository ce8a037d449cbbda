#pragma once

#include "engine/engine.h"
#include "grmf/fit.h"
#include "grmf/standard_errors.h"
#include "objective/loss.h"

/// One measured number, the deviation of the noise, and what follows from it.
namespace grmf::internal {

/// The deviation of the noise that a fit by this loss leaves in the residuals. `observed` is the
/// number of entries it was fitted to.
double noise_after(Engine& engine, Index observed, const Factors& factors, const AnyLoss& loss);

/// The standard errors of a fit by this loss, by the deviation of the noise.
StandardErrors standard_errors_of(Engine& engine, const Factors& factors, const AnyLoss& loss,
                                  double noise);

}  // namespace grmf::internal
