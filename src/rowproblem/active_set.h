#pragma once

#include <span>
#include <vector>

#include "rowproblem/heaviest_set.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// Solves the tiny problem exactly: zeros of the minimiser are 0.0 and ties are ==, because zeros
/// and groups are what the method is for and must not be a matter of rounding.
///
/// It is a primal active-set method over the Partition of z. On the face where every group moves as
/// one number, q is quadratic. Newton steps are made there and cut short where two groups meet,
/// which then merge, or where a group meets 0, where it then stays. At the minimum of the face,
/// subsets that would gain by moving on their own are split off; when there is none, z is the
/// minimiser.
class ActiveSet {
 public:
  explicit ActiveSet(int r);

  /// `z` is the start (the current row: its ties are the warm start) and receives the minimiser.
  /// Returns false if the cap on steps was reached, which only rounding can cause, or if a number
  /// overflowed. Then z may be worse than the start, and the caller must compare q.
  bool solve(const TinyProblem& problem, std::span<double> z);

 private:
  /// Where the line z + t p meets a kink or a change of curvature of q.
  struct Breakpoint {
    double t;
    int node;
    int other;         ///< the node met, or -1 where `node` meets 0
    double jump;       ///< jump of the first derivative
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
  /// Leaves in heaviest_ the subset of a group that gains most by moving up (direction 1) or down
  /// (-1), and returns its gain per unit of scale.
  double worst_subset(int group, double direction);
  void nudge(std::span<const int> nodes, double direction);

  const TinyProblem* problem_ = nullptr;
  std::span<double> z_;
  int split_rounds_ = 0;

  Partition groups_;
  HeaviestSet heaviest_;
  std::vector<double> rho_;
  std::vector<double> scale_;      ///< size of the terms of rho, to which rounding is relative
  std::vector<double> direction_;  ///< p, node by node
  std::vector<double> worth_;
  std::vector<int> free_;  ///< the row of each group in the reduced system; -1 where pinned
  int free_count_ = 0;
  std::vector<double> reduced_;      ///< P^T H P, and then its factor
  std::vector<double> reduced_rhs_;  ///< P^T rho, and then the step
  std::vector<Breakpoint> breakpoints_;
  std::vector<int> worst_nodes_;
};

}  // namespace grmf::internal
