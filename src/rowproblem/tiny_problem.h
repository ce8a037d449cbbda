#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/penalty.h"

namespace grmf::internal {

/// Where the ridge is less than this share of the largest diagonal entry of H, a proximal term
/// makes up for it. The term vanishes at a fixed point, and a majoriser stays a majoriser with it.
/// It bounds the condition number of the tiny problem, so that the minimiser is meaningful where
/// columns of the other factor nearly coincide.
constexpr double proximal_share = 1e-8;

/// The convex problem of one row after majorisation, with r unknowns:
///
///   q(z) = 1/2 z^T H z - h^T z + kappa1 sum_{l in F} |z_l| + kappa2 sum_{(l,l') in E} |z_l - z_l'|
///        + lambda_neg sum_l min(z_l, 0)^2                            (hard: z >= 0 instead)
///
/// H = A^T W A + 2 lambda3 I and h = A^T W b. F holds the entries, and E the pairs of entries, at
/// which the truncated penalties pull at the point of majorisation. Soft non-negativity is convex
/// already and enters exactly.
struct TinyProblem {
  explicit TinyProblem(int rank);

  int r;
  std::vector<double> hessian;     ///< H, r x r, both halves filled
  std::vector<double> rhs;         ///< h
  std::vector<std::uint8_t> in_f;  ///< F as r flags; all are 0 where kappa1 is 0
  std::vector<std::uint8_t> in_e;  ///< E as r x r flags, symmetric; all are 0 where kappa2 is 0
  bool any_f = false;
  bool any_e = false;
  double kappa1 = 0.0;
  double kappa2 = 0.0;
  double lambda_neg = 0.0;
  bool hard = false;

  /// Sets kappa1, kappa2, lambda_neg and hard from the penalty, and F and E as they are at x.
  void freeze(const Penalty& penalty, std::span<const double> x);

  /// Adds weight/2 |z - x|^2 to q.
  void add_proximal(double weight, std::span<const double> x);

  /// Whether q is a plain quadratic, without kinks and bends.
  [[nodiscard]] bool smooth() const { return !any_f && !any_e && !hard && lambda_neg == 0; }
  /// q(z).
  [[nodiscard]] double value(std::span<const double> z) const;
  /// Whether all entries of H and h are finite.
  [[nodiscard]] bool finite() const;
  [[nodiscard]] const double* hessian_row(int l) const { return &hessian[index(l, 0)]; }
  [[nodiscard]] bool edge(int l, int k) const { return in_e[index(l, k)] != 0; }
  [[nodiscard]] int index(int l, int k) const { return l * r + k; }
};

/// Computes rho = -q'(z) with the kinks at z left out (sign(0) = 0): for every l
///   rho_l = h_l - (Hz)_l - kappa1 sign(z_l) [l in F] - kappa2 sum_{E} sign(z_l - z_l')
///           - 2 lambda_neg min(z_l, 0).
void residual(const TinyProblem& problem, std::span<const double> z, std::span<double> rho);

/// The groups of entries of z that can only move as one: connected components of equal entries,
/// over the edges of E. A group at 0 is pinned if one of its nodes has a kink there. Nodes of F
/// have a kink at 0, and under `hard` all nodes have one.
class Partition {
 public:
  explicit Partition(int r);
  void find(const TinyProblem& problem, std::span<const double> z);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] int group_of(int node) const { return group_[node]; }
  [[nodiscard]] bool pinned(int group) const { return pinned_[group] != 0; }
  [[nodiscard]] std::span<const int> nodes(int group) const {
    return {nodes_.begin() + first_[group], nodes_.begin() + first_[group + 1]};
  }

 private:
  int count_ = 0;
  std::vector<int> group_;  ///< the group of every node
  std::vector<int> nodes_;  ///< all nodes, group by group
  std::vector<int> first_;  ///< where every group begins in nodes_
  std::vector<std::uint8_t> pinned_;
};

}  // namespace grmf::internal
