#pragma once

#include <span>
#include <vector>

#include "rowproblem/heaviest_set.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// The smallest subgradient of a tiny problem at z, in the norm max_l |g_l| / s_l.
///
/// Inside a tied group multipliers flow along the edges of E, and at 0 also to the ground. By
/// Hoffman's circulation theorem a g with |g_l| <= t s_l exists iff no subset A of the group, moved
/// up or down, gains more than t s(A). So the smallest t is the largest ratio gain(A) / s(A). By
/// Dinkelbach's method t is raised to the ratio of the best A for the current t until no A gains
/// more.
class SmallestSubgradient {
 public:
  explicit SmallestSubgradient(int r) : groups_(r), heaviest_(r), rho_(r), gain_(r), net_gain_(r) {}

  /// The norm of the smallest subgradient, where 0 / 0 = 0; NaN where the problem is not finite.
  double measure(const TinyProblem& problem, std::span<const double> z, std::span<const double> s);

 private:
  double largest_ratio(const TinyProblem& problem, std::span<const int> nodes,
                       std::span<const double> s);

  Partition groups_;
  HeaviestSet heaviest_;
  std::vector<double> rho_;
  std::vector<double> gain_;
  std::vector<double> net_gain_;
};

}  // namespace grmf::internal
