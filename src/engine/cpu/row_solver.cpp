#include "engine/cpu/row_solver.h"

#include <algorithm>
#include <limits>

namespace grmf::internal {

RowSolver::RowSolver(const GrmfOptions& options, const Penalty& penalty, const Kernel& kernel,
                     const Data& data, Side side)
    : solver_(options.solver),
      mm_steps_(options.solver == Solver::dc_admm ? options.max_outer : options.mm_steps),
      eps_outer_(options.solver == Solver::dc_admm ? options.eps_outer : 0.0),
      penalty_(penalty),
      rows_(kernel, data, side),
      problem_(kernel.rank()),
      active_set_(kernel.rank()),
      admm_({.nu = options.nu,
             .growth = options.nu_growth,
             .eps_inner = options.eps_inner,
             .max_inner = options.max_inner}),
      smooth_(solver_ == Solver::exact && penalty.ridge_alone()),
      before_(kernel.rank()),
      x_(kernel.rank()) {}

void RowSolver::improve(const Matrix& a, const Matrix& from, Index block, Matrix& to,
                        std::span<double> losses) {
  rows_.load(from, block);
  moving_.assign(rows_.count(), true);
  for (int step = 0; step < mm_steps_; ++step) {
    rows_.majorise(a);
    if (step == 0)
      std::copy_n(rows_.losses().begin(), rows_.count(), losses.begin() + rows_.first());
    if (smooth_) {
      rows_.minimise(penalty_.lambda3);
      continue;
    }
    bool any = false;
    for (int row = 0; row < rows_.count(); ++row) {
      // A row that has settled stays, so that its result does not depend on its neighbours.
      moving_[row] = moving_[row] && improve_row(row);
      any |= moving_[row];
    }
    if (!any) break;
  }
  rows_.store(to);
  rows_solved_ += rows_.count();
}

/// Makes one majorise-minimise step of a row. True if the row moved by more than eps_outer allows.
bool RowSolver::improve_row(int row) {
  rows_.get_row(row, before_);
  x_ = before_;
  rows_.fill_problem(row, penalty_.lambda3, problem_);
  if (!problem_.finite()) {
    // A row of NaN shows in f, and the run loop ends the run. To keep the row would pass for
    // convergence.
    std::fill(x_.begin(), x_.end(), std::numeric_limits<double>::quiet_NaN());
    rows_.set_row(row, x_);
    return false;
  }
  if (std::all_of(problem_.rhs.begin(), problem_.rhs.end(), [](double h_l) { return h_l == 0; })) {
    // Nothing pulls the row away from 0, where every term is least; steps would only approach 0.
    std::fill(x_.begin(), x_.end(), 0.0);
    rows_.set_row(row, x_);
    return false;
  }
  double largest = 0.0;
  for (int l = 0; l < problem_.r; ++l) largest = std::max(largest, problem_.hessian_row(l)[l]);
  const double missing = proximal_share * largest - 2 * penalty_.lambda3;
  if (missing > 0) problem_.add_proximal(missing, before_);
  problem_.freeze(penalty_, before_);
  bool minimised = false;
  if (solver_ == Solver::dc_admm) {
    admm_.solve(problem_, x_);
  } else {
    minimised = active_set_.solve(problem_, x_);
  }
  // A minimiser never raises f. Any other row is accepted only if it does not raise q.
  if (!minimised && !(problem_.value(x_) <= problem_.value(before_))) return false;
  rows_.set_row(row, x_);
  double moved = 0.0;
  double size = 0.0;
  for (std::size_t l = 0; l < x_.size(); ++l) {
    moved += (x_[l] - before_[l]) * (x_[l] - before_[l]);
    size += x_[l] * x_[l];
  }
  return moved > eps_outer_ * size;
}

}  // namespace grmf::internal
