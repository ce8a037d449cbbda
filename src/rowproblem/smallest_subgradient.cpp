#include "rowproblem/smallest_subgradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grmf::internal {

double SmallestSubgradient::measure(const TinyProblem& problem, std::span<const double> z,
                                    std::span<const double> s) {
  if (!problem.finite()) return std::numeric_limits<double>::quiet_NaN();
  residual(problem, z, rho_);
  double worst = 0.0;
  if (problem.smooth()) {
    for (int l = 0; l < problem.r; ++l)
      if (rho_[l] != 0) worst = std::max(worst, std::abs(rho_[l]) / s[l]);
    return worst;
  }
  groups_.find(problem, z);
  for (int g = 0; g < groups_.count(); ++g) {
    const bool pinned = groups_.pinned(g);
    for (const double direction : {1.0, -1.0}) {
      if (pinned && problem.hard && direction < 0) continue;  // it cannot go below 0
      for (const int l : groups_.nodes(g)) {
        gain_[l] = direction * rho_[l] - (pinned && problem.in_f[l] != 0 ? problem.kappa1 : 0.0);
      }
      worst = std::max(worst, largest_ratio(problem, groups_.nodes(g), s));
    }
  }
  return worst;
}

double SmallestSubgradient::largest_ratio(const TinyProblem& problem, std::span<const int> nodes,
                                          std::span<const double> s) {
  double t = 0.0;
  for (;;) {
    for (const int l : nodes) net_gain_[l] = gain_[l] - t * s[l];
    const double excess =
        heaviest_.find(nodes, net_gain_.data(), problem.kappa2, problem.in_e.data(), problem.r);
    double size = 0.0;
    for (const int l : heaviest_.members()) size += s[l];
    if (!(excess > 0)) return t;
    if (size == 0) return std::numeric_limits<double>::infinity();
    const double raised = t + excess / size;
    if (raised <= t * (1 + 1e-14)) return t;  // the rest is rounding
    t = raised;
  }
}

}  // namespace grmf::internal
