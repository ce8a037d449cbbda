#pragma once

#include <span>
#include <vector>

#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// The inner loop of the paper's Algorithm 2 on the tiny problem: ADMM over the splits
/// z_ll' = x_l - x_l', (l, l') in E, with multipliers T_ll'.
///
///   x_l  <- ST(gamma_l, kappa1 [l in F]) / alpha_l,   l = 1..r in turn
///           gamma_l = h_l - sum_{k != l} H_lk x_k + sum_{l' in E(l)} (nu (x_l' + z_ll') - T_ll')
///           alpha_l = H_ll + nu |E(l)|
///   z_ll' <- ST(T_ll' + nu (x_l - x_l'), kappa2) / nu
///   T_ll' <- T_ll' + nu (x_l - x_l' - z_ll'),         nu <- growth nu
///
/// Here T and z are extended antisymmetrically (T_l'l = -T_ll'). The paper prints the sums for
/// l < l' only, which is wrong for every l that is the larger index of an edge. The weights stay
/// frozen in the loop.
class DcAdmm {
 public:
  struct Settings {
    double nu = 1.0;  ///< in units of the mean diagonal of H
    double growth = 1.0;
    double eps_inner = 1e-20;
    int max_inner = 5000;
  };
  explicit DcAdmm(const Settings& settings) : settings_(settings) {}

  /// `x` is the start and receives the result. Returns the number of inner steps.
  int solve(const TinyProblem& problem, std::span<double> x);

 private:
  void update_x(const TinyProblem& problem, std::span<double> x, double penalty);
  void update_splits(const TinyProblem& problem, std::span<const double> x, double penalty);

  Settings settings_;
  std::vector<double> split_;       ///< z_ll', r x r
  std::vector<double> multiplier_;  ///< T_ll', r x r
};

}  // namespace grmf::internal
