#pragma once

#include <span>
#include <vector>

#include "grmf/grmf_options.h"
#include "objective/penalty.h"
#include "rowproblem/active_set.h"
#include "rowproblem/dc_admm.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// A step of majorise-minimise for one row, once the quadratic majoriser of its loss is known. f
/// never rises.
class RowStep {
 public:
  RowStep(const GrmfOptions& options, const Penalty& penalty, int rank);

  /// The most steps that the options allow for a row and visit.
  [[nodiscard]] int most_steps() const { return most_steps_; }
  /// Whether a step is the solution of a linear system: the ridge is the only penalty, and the
  /// solver exact.
  [[nodiscard]] bool smooth() const { return smooth_; }
  [[nodiscard]] const Penalty& penalty() const { return penalty_; }

  /// The problem, in which H = A^T W A + 2 lambda3 I and h must be set before each step.
  [[nodiscard]] TinyProblem& problem() { return problem_; }
  /// Makes a step from x. True if x moved by more than the options allow for a row at rest.
  bool improve(std::span<double> x);

 private:
  Solver solver_;
  int most_steps_;
  double eps_outer_;
  Penalty penalty_;
  TinyProblem problem_;
  ActiveSet active_set_;
  DcAdmm admm_;
  bool smooth_;
  std::vector<double> before_;
};

}  // namespace grmf::internal
