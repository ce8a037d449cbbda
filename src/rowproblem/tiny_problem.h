#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/penalty.h"

namespace grmf::internal {

/// Where the ridge is less than this share of the largest diagonal of H, a proximal term makes up for it. It
/// vanishes at a fixed point and keeps a majoriser one, but bounds the condition of the tiny problem, so
/// that its minimiser means something where columns of the other factor nearly coincide.
constexpr double proximal_share = 1e-8;

/// The convex problem of one row after majorisation, r unknowns:
///
///   q(z) = 1/2 z^T H z - h^T z + kappa1 sum_{l in F} |z_l| + kappa2 sum_{(l,l') in E} |z_l - z_l'|
///        + lambda_neg sum_l min(z_l, 0)^2                            (hard: z >= 0 instead)
///
/// H = A^T W A + 2 lambda3 I, h = A^T W b; F and E are where the truncated penalties pull at the
/// point of majorisation. Soft non-negativity is convex as it stands and enters exactly.
struct TinyProblem {
  explicit TinyProblem(int rank);

  int r;
  std::vector<double> hessian;     ///< H, r x r, both halves filled
  std::vector<double> rhs;         ///< h
  std::vector<std::uint8_t> in_f;  ///< r flags; all 0 where kappa1 is 0
  std::vector<std::uint8_t> in_e;  ///< r x r, symmetric; all 0 where kappa2 is 0
  bool any_f = false;
  bool any_e = false;
  double kappa1 = 0.0;
  double kappa2 = 0.0;
  double lambda_neg = 0.0;
  bool hard = false;

  /// kappa1, kappa2, lambda_neg, hard, and F and E as they are at x.
  void freeze(const Penalty& penalty, std::span<const double> x);

  /// Adds weight/2 |z - x|^2 to q.
  void add_proximal(double weight, std::span<const double> x);

  /// Without kinks and bends: a quadratic.
  [[nodiscard]] bool smooth() const { return !any_f && !any_e && !hard && lambda_neg == 0; }
  [[nodiscard]] double value(std::span<const double> z) const;
  /// Whether H and h are.
  [[nodiscard]] bool finite() const;
  [[nodiscard]] const double* hessian_row(int l) const { return &hessian[index(l, 0)]; }
  [[nodiscard]] bool edge(int l, int k) const { return in_e[index(l, k)] != 0; }
  [[nodiscard]] int index(int l, int k) const { return l * r + k; }
};

/// -q'(z) where q is smooth: for every l
///   rho_l = h_l - (Hz)_l - kappa1 sign(z_l) [l in F] - kappa2 sum_{E} sign(z_l - z_l')
///           - 2 lambda_neg min(z_l, 0),
/// kinks at z left out (sign(0) = 0).
void residual(const TinyProblem& problem, std::span<const double> z, std::span<double> rho);

/// The parts of z that can only move as one: connected components, over edges of E, of equal
/// values. A component at 0 is pinned if one of its nodes has a kink there (a node of F, or any
/// under `hard`).
class Partition {
 public:
  explicit Partition(int r);
  void find(const TinyProblem& problem, std::span<const double> z);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] int of(int node) const { return group_[node]; }
  [[nodiscard]] bool pinned(int group) const { return pinned_[group] != 0; }
  [[nodiscard]] std::span<const int> nodes(int group) const {
    return {nodes_.begin() + first_[group], nodes_.begin() + first_[group + 1]};
  }

 private:
  int count_ = 0;
  std::vector<int> group_;
  std::vector<int> nodes_;  ///< group by group
  std::vector<int> first_;  ///< where a group starts in nodes_
  std::vector<std::uint8_t> pinned_;
};

}  // namespace grmf::internal
