#pragma once

#include <vector>

#include "engine/cpu/row_block.h"
#include "grmf/grmf_options.h"
#include "objective/penalty.h"
#include "rowproblem/active_set.h"
#include "rowproblem/dc_admm.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// Solves the rows of one factor, for one worker, by one or more steps of majorise-minimise. f
/// never rises.
class RowSolver {
 public:
  RowSolver(const GrmfOptions& options, const Penalty& penalty, const Kernel& kernel,
            const Data& data, Side side);

  /// Improves the rows of one block of the factor `from`, given the other factor `a`, and writes
  /// them into `to`. The losses of these rows before the improvement go into `losses`, which has an
  /// entry for every row of the factor.
  void improve(const Matrix& a, const Matrix& from, Index block, Matrix& to,
               std::span<double> losses);

  [[nodiscard]] Index rows_solved() const { return rows_solved_; }

 private:
  bool improve_row(int row);

  Solver solver_;
  int mm_steps_;
  double eps_outer_;
  Penalty penalty_;
  RowBlock rows_;
  TinyProblem problem_;
  ActiveSet active_set_;
  DcAdmm admm_;
  bool smooth_;               ///< whether the ridge is the only penalty, and the solver exact
  std::vector<bool> moving_;  ///< for every row of the block, whether it has not yet settled
  std::vector<double> before_;
  std::vector<double> x_;
  Index rows_solved_ = 0;
};

}  // namespace grmf::internal
