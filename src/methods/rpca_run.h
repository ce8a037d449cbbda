#pragma once

#include "grmf/data.h"
#include "grmf/fit.h"
#include "linalg/singular_threshold.h"
#include "solve/anderson.h"
#include "solve/iterate.h"

namespace grmf::internal {

enum class RpcaAlgorithm { admm, ialm };

/// Minimises |L|_* + lambda sum_ij m_ij |s_ij| subject to L + S = Y, on data divided by a power of
/// two so that nothing overflows.
///
/// S and the multiplier Lambda are the two parts of one matrix W = S + Lambda / mu: S is what the
/// threshold lambda m / mu leaves of W, and Lambda / mu is what it cuts off. A step of ADMM is then
/// a map of W alone,
///
///   L = prox of |.|_* / mu at Y - S + Lambda / mu,   W <- W + R,   R = Y - L - S,
///
/// the map of Douglas and Rachford, which brings no two W further apart. So |R| never rises by
/// plain steps, steps may be lengthened, and W can be extrapolated as long as |R| does not rise.
/// Lambda is a subgradient of the price of S, and Lambda + mu R is a subgradient of |L|_*. So R = 0
/// is the minimum, and R and mu R are the primal and the dual residual.
class RpcaRun final : public Iteration {
 public:
  /// `lambda` is as in the formula above; admm extrapolates from the last `memory` steps.
  RpcaRun(const Data& data, RpcaAlgorithm algorithm, double lambda, int memory, Workers& workers);

  IterationStep step() override;
  [[nodiscard]] Factors current_factors() const override { return factors(); }
  void visit_iteration(StateArchive& archive) override;
  /// U = P sqrt(sigma), V = Q sqrt(sigma); a single column of zeros where L = 0.
  [[nodiscard]] Factors factors() const;
  [[nodiscard]] Matrix outliers() const;
  /// An upper bound of (f - minimum of f) / f.
  [[nodiscard]] double duality_gap() const;

 private:
  /// Computes S and Lambda / mu from W.
  void split_w();
  /// Computes S, Lambda / mu, L and R from W.
  void evaluate();
  [[nodiscard]] double objective() const;
  /// Both steps move W on and return the measure that has to fall to the tolerance.
  double admm_step();
  double ialm_step();
  void extrapolate();
  void set_penalty(double mu);
  void balance_penalty();

  /// The weight of an entry.
  [[nodiscard]] double weight(Index i, Index j) const {
    return weights_.empty() ? 1.0 : weights_(i, j);
  }

  Workers* workers_;
  RpcaAlgorithm algorithm_;
  double unit_ = 1.0;
  double lambda_;
  Matrix y_;         ///< Y in units of unit_
  Matrix weights_;   ///< empty where all entries count 1
  Matrix w_;         ///< W, from which the next step begins
  Matrix sparse_;    ///< S of the last step
  Matrix cut_;       ///< Lambda / mu of the last step
  Matrix low_rank_;  ///< L of the last step
  Thresholded svd_of_l_;
  Matrix residual_;  ///< R of the last step
  Matrix residual_before_;
  double stride_ = 1.0;  ///< length of steps that are all alike
  double y_norm_ = 0.0;
  double mu_ = 1.0;       ///< penalty of the next step
  double step_mu_ = 1.0;  ///< penalty of the last step
  double mu_max_ = 1.0;
  double residual_norm_ = 0.0;
  int steps_ = 0;
  int next_balance_ = 3;  ///< step after which the penalty is adjusted next
  Anderson anderson_;
  Matrix plain_;               ///< the W that a plain step would have led to
  bool extrapolated_ = false;  ///< whether W was moved beyond plain_
};

}  // namespace grmf::internal
