#pragma once

#include <span>

#include "grmf/matrix.h"

namespace grmf::internal {

/// The penalty R(x) of one row x of a factor, in absolute numbers:
///
///   R(x) = lambda1 sum_l min(|x_l|/tau1, 1) + lambda2 sum_l<l' min(|x_l - x_l'|/tau2, 1)
///        + lambda3 sum_l x_l^2 + lambda_neg sum_l min(x_l, 0)^2        (hard: x >= 0 instead)
///
/// A tau of 0 is the limit: entries that are not 0, and pairs that are not equal, are counted.
/// Zeros and ties then stay as they are, whatever else moves.
struct Penalty {
  double lambda1 = 0.0;
  double tau1 = 1.0;
  double lambda2 = 0.0;
  double tau2 = 1.0;
  double lambda3 = 0.0;
  double lambda_neg = 0.0;
  bool hard = false;

  /// The slopes of the two truncated terms where they pull.
  [[nodiscard]] double kappa1() const { return slope(lambda1, tau1); }
  [[nodiscard]] double kappa2() const { return slope(lambda2, tau2); }

  /// Whether the ridge is the only term, so that one linear system gives the minimiser of a row.
  [[nodiscard]] bool ridge_alone() const {
    return lambda1 == 0 && lambda2 == 0 && lambda_neg == 0 && !hard;
  }

  [[nodiscard]] double value(std::span<const double> x) const;

  /// Makes R `times` as large.
  void multiply(double times) {
    for (double* lambda : {&lambda1, &lambda2, &lambda3, &lambda_neg}) *lambda *= times;
  }

 private:
  /// Where tau is 0, nothing pulls as strongly.
  static double slope(double lambda, double tau) {
    constexpr double strongest = 1e250;
    if (lambda == 0) return 0.0;
    return tau > 0 ? lambda / tau : strongest;
  }
};

/// Clips negative entries to 0, as `hard` demands.
void clip_to_nonnegative(Matrix& a);

}  // namespace grmf::internal
