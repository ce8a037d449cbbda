#include "rowproblem/active_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace grmf::internal {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
/// Both tolerances are relative to the size of the terms that make up a residual.
constexpr double stationary_tolerance = 16 * rounding;
constexpr double split_tolerance = 1e-12;

/// Whether a b < 0. The product itself would underflow for the tiny values that a split leaves.
bool opposite(double a, double b) { return (a < 0 && b > 0) || (a > 0 && b < 0); }

}  // namespace

ActiveSet::ActiveSet(int r)
    : groups_(r),
      heaviest_(r),
      rho_(r),
      scale_(r),
      direction_(r),
      worth_(r),
      free_(r),
      reduced_(static_cast<std::size_t>(r) * r),
      reduced_rhs_(r) {
  worst_nodes_.reserve(r);
}

bool ActiveSet::solve(const TinyProblem& problem, std::span<double> z) {
  problem_ = &problem;
  z_ = z;
  split_rounds_ = 0;
  make_feasible();
  if (problem.smooth()) return solve_smooth();
  const int max_steps = 100 + 20 * problem.r;
  int full_steps = 0;  // uncut Newton steps in a row; the second only removes rounding
  for (int steps = 0; steps < max_steps; ++steps) {
    if (full_steps == 0) groups_.find(problem, z_);  // an uncut step keeps the groups
    residual(problem, z_, rho_);
    if (!std::all_of(rho_.begin(), rho_.end(), [](double rho) { return std::isfinite(rho); }))
      return false;
    if (full_steps > 0) {
      compute_scales();
      if (full_steps > 1 || stationary_on_face()) {
        if (!split()) return true;
        full_steps = 0;
        continue;
      }
    }
    newton_direction();
    full_steps = step() ? full_steps + 1 : 0;
  }
  return false;
}

/// Without kinks a single Newton step gives the minimiser.
bool ActiveSet::solve_smooth() {
  residual(*problem_, z_, reduced_rhs_);
  std::copy(problem_->hessian.begin(), problem_->hessian.end(), reduced_.begin());
  free_count_ = problem_->r;
  solve_reduced();
  double sum = 0.0;
  for (int l = 0; l < problem_->r; ++l) sum += (z_[l] += reduced_rhs_[l]);
  return std::isfinite(sum);
}

void ActiveSet::make_feasible() {
  for (double& z : z_) {
    if (problem_->hard) z = std::max(z, 0.0);
    z += 0.0;  // -0.0 becomes 0.0
  }
}

void ActiveSet::compute_scales() {
  const TinyProblem& p = *problem_;
  for (int l = 0; l < p.r; ++l) {
    const double* row = p.hessian_row(l);
    double scale = std::abs(p.rhs[l]) + (p.in_f[l] != 0 ? p.kappa1 : 0.0) +
                   2 * p.lambda_neg * std::max(-z_[l], 0.0);
    for (int k = 0; k < p.r; ++k)
      scale += std::abs(row[k] * z_[k]) + (p.edge(l, k) ? p.kappa2 : 0.0);
    scale_[l] = scale;
  }
}

bool ActiveSet::stationary_on_face() const {
  for (int g = 0; g < groups_.count(); ++g) {
    if (groups_.pinned(g)) continue;
    double sum = 0.0;
    double scale = 0.0;
    for (const int l : groups_.nodes(g)) {
      sum += rho_[l];
      scale += scale_[l];
    }
    if (std::abs(sum) > stationary_tolerance * scale) return false;
  }
  return true;
}

/// Solves P^T H P p = P^T rho, where P is the indicator matrix of the groups that are not pinned,
/// and gives every node the entry of its group.
void ActiveSet::newton_direction() {
  free_count_ = 0;
  for (int g = 0; g < groups_.count(); ++g) free_[g] = groups_.pinned(g) ? -1 : free_count_++;
  assemble_reduced();
  solve_reduced();
  for (int l = 0; l < problem_->r; ++l) {
    const int row = free_[groups_.group_of(l)];
    direction_[l] = row < 0 ? 0.0 : reduced_rhs_[row];
  }
}

void ActiveSet::assemble_reduced() {
  const int m = free_count_;
  std::fill_n(reduced_.begin(), m * m, 0.0);
  std::fill_n(reduced_rhs_.begin(), m, 0.0);
  for (int l = 0; l < problem_->r; ++l) {
    const int a = free_[groups_.group_of(l)];
    if (a < 0) continue;
    reduced_rhs_[a] += rho_[l];
    const double* row = problem_->hessian_row(l);
    for (int k = 0; k < problem_->r; ++k) {
      const int b = free_[groups_.group_of(k)];
      if (b >= 0 && b <= a) reduced_[a * m + b] += row[k];
    }
    // At 0 the residual tells on which side of the bend of min(z, 0)^2 the step will go.
    const bool bent = z_[l] < 0 || (z_[l] == 0 && rho_[l] < 0);
    if (bent) reduced_[a * m + a] += 2 * problem_->lambda_neg;
  }
}

/// Solves the reduced system by L D L^T without pivoting. A pivot lost to rounding is lifted to the
/// rounding of its diagonal: the step stays a descent direction, and the line search finds how far
/// to go along it.
void ActiveSet::solve_reduced() {
  const int m = free_count_;
  double* L = reduced_.data();
  double* x = reduced_rhs_.data();
  for (int a = 0; a < m; ++a) {
    const double diagonal = L[a * m + a];
    double pivot = diagonal;
    for (int b = 0; b < a; ++b) {
      double sum = L[a * m + b];
      for (int c = 0; c < b; ++c) sum -= L[a * m + c] * L[b * m + c];
      // Below the diagonal L D^(1/2) is kept, so that only one triangle of sums is needed.
      L[a * m + b] = sum * L[b * m + b];
      pivot -= L[a * m + b] * L[a * m + b];
    }
    pivot = std::max(pivot, 8 * m * rounding * diagonal);
    L[a * m + a] = pivot > 0 ? 1.0 / std::sqrt(pivot) : 1.0;
  }
  for (int a = 0; a < m; ++a) {
    for (int b = 0; b < a; ++b) x[a] -= L[a * m + b] * x[b];
    x[a] *= L[a * m + a];
  }
  for (int a = m - 1; a >= 0; --a) {
    for (int b = a + 1; b < m; ++b) x[a] -= L[b * m + a] * x[b];
    x[a] *= L[a * m + a];
  }
}

/// Moves z along p to the minimum of q on that line. True if no kink or bend was met on the way, so
/// that the step was not cut.
bool ActiveSet::step() {
  double slope = 0.0;
  for (int l = 0; l < problem_->r; ++l) slope += direction_[l] * rho_[l];
  const double curvature = curvature_along();
  double full = curvature > 0 ? slope / curvature : infinity;
  if (std::abs(full - 1.0) < 1e-6) full = 1.0;
  if (slope <= 0) full = 0.0;  // there is nothing to gain but rounding
  if (full < infinity && order_survives(full)) {
    for (int l = 0; l < problem_->r; ++l) z_[l] += full * direction_[l];
    return true;
  }
  find_breakpoints();
  const double t = line_search(slope, curvature);
  for (int l = 0; l < problem_->r; ++l) z_[l] += t * direction_[l];
  merge_at(t);
  return false;
}

double ActiveSet::curvature_along() const {
  double sum = 0.0;
  for (int l = 0; l < problem_->r; ++l) {
    const double* row = problem_->hessian_row(l);
    double product = 0.0;
    for (int k = 0; k < problem_->r; ++k) product += row[k] * direction_[k];
    const bool bent = z_[l] < 0 || (z_[l] == 0 && direction_[l] < 0);
    sum += direction_[l] * (product + (bent ? 2 * problem_->lambda_neg * direction_[l] : 0.0));
  }
  return sum;
}

bool ActiveSet::order_survives(double t) const {
  const TinyProblem& p = *problem_;
  const bool bends = p.lambda_neg > 0;
  for (int l = 0; l < p.r; ++l) {
    const double moved = z_[l] + t * direction_[l];
    const bool watched = p.hard || bends || p.in_f[l] != 0;
    if (watched && z_[l] != 0 && (moved == 0 || opposite(z_[l], moved))) return false;
    if (!p.any_e) continue;
    for (int k = 0; k < l; ++k) {
      if (!p.edge(l, k) || z_[l] == z_[k]) continue;
      const double moved_k = z_[k] + t * direction_[k];
      if (z_[l] > z_[k] ? moved <= moved_k : moved >= moved_k) return false;
    }
  }
  return true;
}

void ActiveSet::find_breakpoints() {
  const TinyProblem& p = *problem_;
  breakpoints_.clear();
  for (int l = 0; l < p.r; ++l) {
    const double p_l = direction_[l];
    const bool kink = p.hard || p.in_f[l] != 0;
    if ((kink || p.lambda_neg > 0) && opposite(z_[l], p_l)) {
      const double jump = p.hard ? infinity : (p.in_f[l] != 0 ? 2 * p.kappa1 * std::abs(p_l) : 0.0);
      const double bend = 2 * p.lambda_neg * p_l * p_l;
      breakpoints_.push_back({-z_[l] / p_l, l, -1, jump, p_l < 0 ? bend : -bend});
    }
    if (!p.any_e) continue;
    for (int k = 0; k < l; ++k) {
      const double gap = z_[l] - z_[k];
      const double closing = p_l - direction_[k];
      if (p.edge(l, k) && opposite(gap, closing)) {
        breakpoints_.push_back({-gap / closing, l, k, 2 * p.kappa2 * std::abs(closing), 0.0});
      }
    }
  }
  std::sort(breakpoints_.begin(), breakpoints_.end(), [](const Breakpoint& a, const Breakpoint& b) {
    return std::tie(a.t, a.node, a.other) < std::tie(b.t, b.node, b.other);
  });
}

/// The t >= 0 that minimises the convex, piecewise quadratic q(z + t p). Its derivative up to the
/// first breakpoint is -slope + curvature t.
double ActiveSet::line_search(double slope, double curvature) {
  for (std::size_t next = 0; next < breakpoints_.size();) {
    const double t = breakpoints_[next].t;
    if (curvature > 0 && slope <= curvature * t) return slope / curvature;
    for (; next < breakpoints_.size() && breakpoints_[next].t == t; ++next) {
      slope += breakpoints_[next].curvature * t - breakpoints_[next].jump;
      curvature += breakpoints_[next].curvature;
    }
    if (slope <= curvature * t) return t;
  }
  return curvature > 0 ? slope / curvature : 0.0;
}

/// Merges the groups that meet at t. A group that meets 0, or a group pinned there, becomes 0.
void ActiveSet::merge_at(double t) {
  for (const Breakpoint& b : breakpoints_) {
    if (b.t == t && b.other < 0 && b.jump > 0) set_value(groups_.group_of(b.node), 0.0);
  }
  for (const Breakpoint& b : breakpoints_) {
    if (b.t != t || b.other < 0) continue;
    const bool to_other = z_[b.node] != 0 || groups_.pinned(groups_.group_of(b.other));
    if (to_other) {
      set_value(groups_.group_of(b.node), z_[b.other]);
    } else {
      set_value(groups_.group_of(b.other), z_[b.node]);
    }
  }
}

void ActiveSet::set_value(int group, double value) {
  for (const int l : groups_.nodes(group)) z_[l] = value;
}

/// At the minimum of a face, splits off the subsets of groups that would gain by moving on their
/// own. False if there is none, so that z is the minimiser.
bool ActiveSet::split() {
  // To split all groups at once is quick, but only one split at a time is sure to make progress.
  const bool only_worst = ++split_rounds_ > 2 * problem_->r + 10;
  double worst_gain = split_tolerance;
  double worst_direction = 0.0;
  bool any = false;
  for (int g = 0; g < groups_.count(); ++g) {
    const bool pinned = groups_.pinned(g);
    if (!pinned && groups_.nodes(g).size() == 1) continue;
    for (const double direction : {1.0, -1.0}) {
      // A free group in balance gains by lifting a subset iff it gains by lowering the rest.
      if (direction < 0 && (!pinned || problem_->hard)) continue;
      const double gain = worst_subset(g, direction);
      if (gain <= worst_gain) continue;
      any = true;
      if (!only_worst) {
        nudge(heaviest_.members(), direction);
        break;
      }
      worst_gain = gain;
      worst_direction = direction;
      worst_nodes_.assign(heaviest_.members().begin(), heaviest_.members().end());
    }
  }
  if (only_worst && any) nudge(worst_nodes_, worst_direction);
  return any;
}

double ActiveSet::worst_subset(int group, double direction) {
  const bool pinned = groups_.pinned(group);
  for (const int l : groups_.nodes(group)) {
    const double held_back = pinned && problem_->in_f[l] != 0 ? problem_->kappa1 : 0.0;
    worth_[l] = direction * rho_[l] - held_back;
  }
  const double gain = heaviest_.find(groups_.nodes(group), worth_.data(), problem_->kappa2,
                                     problem_->in_e.data(), problem_->r);
  double scale = 0.0;
  for (const int l : heaviest_.members()) scale += scale_[l];
  return gain > 0 ? gain / scale : 0.0;
}

/// Moves the nodes by the least possible amount, which makes them a group of their own on the right
/// side of the others.
void ActiveSet::nudge(std::span<const int> nodes, double direction) {
  for (const int l : nodes) {
    // A node at 0 must not become subnormal: it would vanish where the caller flushes subnormals.
    z_[l] = z_[l] == 0 ? direction * std::numeric_limits<double>::min()
                       : std::nextafter(z_[l], direction * infinity);
  }
}

}  // namespace grmf::internal
