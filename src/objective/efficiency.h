#pragma once

#include "objective/loss.h"

namespace grmf::internal {

/// What a loss makes of normal noise of deviation sigma: how much larger the variance of an
/// estimate is than by least squares, E phi'^2 / (sigma E phi'')^2. It is 1 for l2 and pi / 2 for
/// l1.
double excess_variance(const AnyLoss& loss, double sigma);

/// The mean weight phi'(r) / r that a loss gives to normal noise of deviation sigma.
double mean_weight(const AnyLoss& loss, double sigma);

/// The deviation of the slope phi'(r) at such noise.
double slope_deviation(const AnyLoss& loss, double sigma);

/// How much lower the sum of the losses is, on average, for every value that can be chosen freely.
double gain_of_a_value(const AnyLoss& loss, double sigma);

}  // namespace grmf::internal
