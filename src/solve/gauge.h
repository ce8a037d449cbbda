#pragma once

#include "base/workers.h"
#include "grmf/fit.h"
#include "linalg/dense.h"
#include "objective/penalty.h"

namespace grmf::internal {

/// The gauge: U V^T = (U Q)(V Q^-T)^T for every invertible Q. The loss does not see it, the penalties do, and
/// updates row by row cannot move along it.
///
/// Minimises P(Q) = sum_i R_U(Q^T u_i) + sum_j R_V(Q^-1 v_j), with the truncated terms min(|x| / tau, 1)
/// replaced by 1 - exp(-x^2 / 2 w^2), w = width tau. Wide, they see from far; narrow, they are nearly those
/// of R. With `hard` what is negative costs much.
class GaugeProblem {
 public:
  /// All must outlive it.
  GaugeProblem(const Penalty& penalty_u, const Penalty& penalty_v, const Factors& factors,
               Workers& workers);

  /// In units of tau.
  void set_width(double width) { width_ = width; }

  /// P(Q), and its gradient U^T G_U - Q^-T (V^T G_V)^T Q^-T, where G is the gradient of R row by row. Infinite
  /// where Q is singular.
  double evaluate(const Dense& q, Dense& gradient) const;

  /// (U Q, V Q^-T)
  [[nodiscard]] Factors in_basis(const Dense& q) const;

 private:
  Penalty penalty_u_;
  Penalty penalty_v_;
  const Factors* factors_;
  Workers* workers_;
  double width_ = 1.0;
};

enum class Reach {
  far,   ///< from wide terms to narrow ones
  near,  ///< narrow ones: the start is nearly right
};

/// The Q downhill from `start`.
Dense best_gauge(GaugeProblem& problem, Dense start, Reach reach);

/// The diagonal Q > 0 downhill from I: it keeps signs.
Dense best_scaling(GaugeProblem& problem, Index r);

}  // namespace grmf::internal
