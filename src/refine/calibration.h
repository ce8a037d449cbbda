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

/// The curvature of the loss at the entries that are not grossly wrong: for every row of U and of V
/// the lower triangle of G, row by row. A row has the covariance deviation^2 G^-1.
struct Curvatures {
  double deviation = 0.0;
  Matrix of_u = {};
  Matrix of_v = {};
  double mean_weight = 1.0;  ///< what a good entry adds to G on average, by its a a^T
};
/// `weights` is what the weights of the entries make of their noise, by what they make of G.
Curvatures curvatures_of(Engine& engine, const Factors& factors, const AnyLoss& loss, double noise,
                         double weights = 1.0);

/// The standard errors of a fit by this loss, by the deviation of the noise.
StandardErrors standard_errors_of(Engine& engine, const Factors& factors, const AnyLoss& loss,
                                  double noise);

}  // namespace grmf::internal
