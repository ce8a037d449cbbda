#pragma once

#include "base/workers.h"
#include "grmf/fit.h"
#include "linalg/dense.h"
#include "objective/penalty.h"

namespace grmf::internal {

/// The choice of the gauge, which is the basis Q of the factors: U V^T = (U Q)(V Q^-T)^T for every
/// invertible Q. The loss does not depend on Q but the penalties do, and updates row by row cannot
/// change Q.
///
/// The problem is to minimise P(Q) = sum_i R_U(Q^T u_i) + sum_j R_V(Q^-1 v_j), with the truncated
/// terms min(|x| / tau, 1) replaced by 1 - exp(-x^2 / 2 w^2), w = width tau. Wide terms pull from
/// far; narrow terms are nearly the terms of R. With `hard` negative entries cost much.
class GaugeProblem {
 public:
  /// The factors and the workers must outlive this.
  GaugeProblem(const Penalty& penalty_u, const Penalty& penalty_v, const Factors& factors,
               Workers& workers);

  /// Sets the width of the smoothed terms, in units of tau.
  void set_width(double width) { width_ = width; }

  /// Returns P(Q), which is infinite where Q is singular, and sets its gradient
  ///   U^T G_U - Q^-T (V^T G_V)^T Q^-T,
  /// where G is the gradient of R row by row.
  double evaluate(const Dense& q, Dense& gradient) const;

 private:
  Penalty penalty_u_;
  Penalty penalty_v_;
  const Factors* factors_;
  Workers* workers_;
  double width_ = 1.0;
};

/// The factors in the basis Q: (U Q, V Q^-T).
Factors in_basis(const Factors& factors, const Dense& q);

/// The multiple of Q that gives both factors the same norm, where the ridge is least.
Dense balanced_gauge(const Dense& q, const Factors& factors);

/// The widths of the smoothed terms with which a descent is made.
enum class Reach {
  far,   ///< wide terms first, then ever narrower terms
  near,  ///< narrow terms alone, for a start that is nearly right
};

/// The Q that descent from `start` leads to.
Dense best_gauge(GaugeProblem& problem, Dense start, Reach reach);

/// The diagonal Q > 0 that descent from I leads to. It keeps the signs of the factors.
Dense best_scaling(GaugeProblem& problem, Index r);

}  // namespace grmf::internal
