#include "rowproblem/dc_admm.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {
namespace {

double soft_threshold(double b, double a) {
  return std::copysign(std::max(std::abs(b) - a, 0.0), b);
}

}  // namespace

int DcAdmm::solve(const TinyProblem& problem, std::span<double> x) {
  const int r = problem.r;
  split_.assign(problem.in_e.size(), 0.0);
  multiplier_.assign(problem.in_e.size(), 0.0);
  double trace = 0.0;
  for (int l = 0; l < r; ++l) {
    trace += problem.hessian_row(l)[l];
    for (int k = 0; k < r; ++k) split_[problem.index(l, k)] = x[l] - x[k];
  }
  double penalty = trace > 0 ? settings_.nu * trace / r : settings_.nu;
  std::vector<double> before(r);
  for (int step = 1; step <= settings_.max_inner; ++step) {
    std::copy(x.begin(), x.end(), before.begin());
    update_x(problem, x, penalty);
    update_splits(problem, x, penalty);
    penalty *= settings_.growth;
    double moved = 0.0;
    double size = 0.0;
    for (int l = 0; l < r; ++l) {
      moved += (x[l] - before[l]) * (x[l] - before[l]);
      size += x[l] * x[l];
    }
    if (moved <= settings_.eps_inner * size) return step;
  }
  return settings_.max_inner;
}

void DcAdmm::update_x(const TinyProblem& problem, std::span<double> x, double penalty) {
  for (int l = 0; l < problem.r; ++l) {
    const double* row = problem.hessian_row(l);
    double gamma = problem.rhs[l];
    double alpha = row[l];
    for (int k = 0; k < problem.r; ++k) {
      if (k == l) continue;
      gamma -= row[k] * x[k];
      if (!problem.edge(l, k)) continue;
      const int lk = problem.index(l, k);
      gamma += penalty * (x[k] + split_[lk]) - multiplier_[lk];
      alpha += penalty;
    }
    if (problem.in_f[l] != 0) gamma = soft_threshold(gamma, problem.kappa1);
    if (gamma < 0) alpha += 2 * problem.lambda_neg;
    x[l] = alpha > 0 ? gamma / alpha : x[l];
    if (problem.hard) x[l] = std::max(x[l], 0.0);
  }
}

void DcAdmm::update_splits(const TinyProblem& problem, std::span<const double> x, double penalty) {
  for (int l = 0; l < problem.r; ++l) {
    for (int k = l + 1; k < problem.r; ++k) {
      if (!problem.edge(l, k)) continue;
      const int lk = problem.index(l, k);
      const int kl = problem.index(k, l);
      const double wanted = multiplier_[lk] + penalty * (x[l] - x[k]);
      split_[lk] = soft_threshold(wanted, problem.kappa2) / penalty;
      multiplier_[lk] = wanted - penalty * split_[lk];
      split_[kl] = -split_[lk];
      multiplier_[kl] = -multiplier_[lk];
    }
  }
}

}  // namespace grmf::internal
