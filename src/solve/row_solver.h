#pragma once

#include <array>
#include <vector>

#include "grmf/models.h"
#include "model/penalty.h"
#include "solve/active_set.h"
#include "solve/dc_admm.h"
#include "solve/row_batch.h"
#include "solve/tiny_problem.h"

namespace grmf::internal {

/// One worker's solver for the rows of one factor: majorise, minimise, some times over. f never
/// rises.
class RowSolver {
 public:
  RowSolver(const GrmfOptions& options, const Penalty& penalty, const Kernel& kernel,
            const Data& data, Side side);

  /// Improves the rows of one batch of the factor x, the other factor a given.
  void improve(const Matrix& a, Matrix& x, Index batch);

  [[nodiscard]] Index rows_solved() const { return rows_solved_; }

 private:
  bool improve_row(int lane);

  Solver solver_;
  int mm_steps_;
  double eps_outer_;
  Penalty penalty_;
  RowBatch rows_;
  TinyProblem problem_;
  ActiveSet active_set_;
  DcAdmm admm_;
  std::array<bool, lanes> moving_{};  ///< rows of the batch that have not settled
  std::vector<double> before_;
  std::vector<double> x_;
  Index rows_solved_ = 0;
};

}  // namespace grmf::internal
