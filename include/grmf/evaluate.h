#pragma once

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/fit.h"

namespace grmf {

/// What f is at given factors, and how far they are from a critical point.
struct Evaluation {
  double objective = 0.0;
  double certificate = 0.0;
};

/// Computes f and the certificate of factors again, from the formula that a fit or a model file
/// gives. They are those of the fit, but for the rounding of a sum. Throws Error where the shapes
/// differ or the formula is not one of a fit.
GRMF_EXPORT Evaluation evaluate(const Formula& formula, const Data& data, const Factors& factors,
                                int threads = 0);

}  // namespace grmf
