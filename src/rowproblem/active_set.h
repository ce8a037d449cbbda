#pragma once

#include <span>
#include <vector>

#include "rowproblem/heaviest_set.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// Solves the tiny problem exactly: zeros of the minimiser are 0.0 and ties are ==, because groups
/// and zeros are the product and not a rounding.
///
/// A primal active set over the Partition of z. On the face where every part moves as one number q
/// is quadratic: take Newton steps, cut short where two parts meet (they merge) or one meets 0 (it
/// stays there). At the minimum of the face, split off the subsets that would rather move on their
/// own; when there is none, z is the minimiser.
class ActiveSet {
 public:
  explicit ActiveSet(int r);

  /// `z` is the start (the current row: its ties are the warm start) and receives the minimiser.
  /// False if the cap on steps was reached, which only rounding can cause, or a number overflowed:
  /// z means nothing then until the caller has compared q.
  bool solve(const TinyProblem& problem, std::span<double> z);

 private:
  /// Where the line z + t p meets a kink or a change of curvature of q.
  struct Breakpoint {
    double t;
    int node;
    int other;         ///< the node met, or -1 where `node` meets 0
    double jump;       ///< of the derivative
    double curvature;  ///< change of the second derivative
  };

  void make_feasible();
  bool solve_smooth();
  void compute_scales();
  [[nodiscard]] bool stationary_on_face() const;

  void newton_direction();
  void assemble_reduced();
  void solve_reduced();

  bool step();
  [[nodiscard]] double curvature_along() const;
  [[nodiscard]] bool order_survives(double t) const;
  void find_breakpoints();
  [[nodiscard]] double line_search(double slope, double curvature);
  void merge_at(double t);
  void set_value(int group, double value);

  bool split();
  /// The subset of a group most worth moving up (direction 1) or down (-1); its gain per unit of
  /// scale.
  double worst_subset(int group, double direction);
  void nudge(std::span<const int> nodes, double direction);

  const TinyProblem* problem_ = nullptr;
  std::span<double> z_;
  int split_rounds_ = 0;

  Partition groups_;
  HeaviestSet heaviest_;
  std::vector<double> rho_;
  std::vector<double> scale_;      ///< size of the terms in rho: what its rounding is measured by
  std::vector<double> direction_;  ///< p, node by node
  std::vector<double> worth_;
  std::vector<int> free_;  ///< group -> row of the reduced system, -1 where pinned
  int free_count_ = 0;
  std::vector<double> reduced_;      ///< P^T H P, then its factor
  std::vector<double> reduced_rhs_;  ///< P^T rho, then the step
  std::vector<Breakpoint> breakpoints_;
  std::vector<int> worst_nodes_;
};

}  // namespace grmf::internal
