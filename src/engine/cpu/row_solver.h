#pragma once

#include <vector>

#include "engine/cpu/row_block.h"
#include "grmf/grmf_options.h"
#include "objective/penalty.h"
#include "rowproblem/active_set.h"
#include "rowproblem/dc_admm.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// One worker's solver for the rows of one factor: majorise, minimise, some times over. f never
/// rises.
class RowSolver {
 public:
  RowSolver(const GrmfOptions& options, const Penalty& penalty, const Kernel& kernel,
            const Data& data, Side side);

  /// Improves the rows of one group of a factor, the other factor a given, and puts them into `to`; their losses as they
  /// were go into `losses`, which is as long as the factor.
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
  bool smooth_;               ///< the ridge is the only penalty
  std::vector<bool> moving_;  ///< rows of the group that have not settled
  std::vector<double> before_;
  std::vector<double> x_;
  Index rows_solved_ = 0;
};

}  // namespace grmf::internal
