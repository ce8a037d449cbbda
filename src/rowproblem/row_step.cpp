#include "rowproblem/row_step.h"

#include <algorithm>
#include <limits>

namespace grmf::internal {

RowStep::RowStep(const GrmfOptions& options, const Penalty& penalty, int rank)
    : solver_(options.solver),
      most_steps_(options.solver == Solver::dc_admm ? options.max_outer : options.mm_steps),
      eps_outer_(options.solver == Solver::dc_admm ? options.eps_outer : 0.0),
      penalty_(penalty),
      problem_(rank),
      active_set_(rank),
      admm_({.nu = options.nu,
             .growth = options.nu_growth,
             .eps_inner = options.eps_inner,
             .max_inner = options.max_inner}),
      smooth_(solver_ == Solver::exact && penalty.ridge_alone()),
      before_(rank) {}

bool RowStep::improve(std::span<double> x) {
  if (!problem_.finite()) {
    // A row of NaN shows in f, and the run loop ends the run. To keep the row would pass for
    // convergence.
    std::fill(x.begin(), x.end(), std::numeric_limits<double>::quiet_NaN());
    return false;
  }
  if (std::all_of(problem_.rhs.begin(), problem_.rhs.end(), [](double h_l) { return h_l == 0; })) {
    // Nothing pulls the row away from 0, where every term is least; steps would only approach 0.
    std::fill(x.begin(), x.end(), 0.0);
    return false;
  }
  std::copy(x.begin(), x.end(), before_.begin());
  double largest = 0.0;
  for (int l = 0; l < problem_.r; ++l) largest = std::max(largest, problem_.hessian_row(l)[l]);
  const double missing = proximal_share * largest - 2 * penalty_.lambda3;
  if (missing > 0) problem_.add_proximal(missing, before_);
  problem_.freeze(penalty_, before_);
  bool minimised = false;
  if (solver_ == Solver::dc_admm) {
    admm_.solve(problem_, x);
  } else {
    minimised = active_set_.solve(problem_, x);
  }
  // A minimiser never raises f. Any other row is accepted only if it does not raise q.
  if (!minimised && !(problem_.value(x) <= problem_.value(before_))) {
    std::copy(before_.begin(), before_.end(), x.begin());
    return false;
  }
  double moved = 0.0;
  double size = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    moved += (x[l] - before_[l]) * (x[l] - before_[l]);
    size += x[l] * x[l];
  }
  return moved > eps_outer_ * size;
}

}  // namespace grmf::internal
