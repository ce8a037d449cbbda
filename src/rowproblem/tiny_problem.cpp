#include "rowproblem/tiny_problem.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {
namespace {

double sign(double x) { return x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0); }

}  // namespace

TinyProblem::TinyProblem(int rank)
    : r(rank),
      hessian(static_cast<std::size_t>(rank) * rank),
      rhs(rank),
      in_f(rhs.size()),
      in_e(hessian.size()) {}

void TinyProblem::freeze(const Penalty& penalty, std::span<const double> x) {
  kappa1 = penalty.kappa1();
  kappa2 = penalty.kappa2();
  lambda_neg = penalty.lambda_neg;
  hard = penalty.hard;
  any_f = false;
  any_e = false;
  if (kappa1 == 0 && kappa2 == 0) {
    std::fill(in_f.begin(), in_f.end(), 0);
    std::fill(in_e.begin(), in_e.end(), 0);
    return;
  }
  const auto within = [](double distance, double tau) { return distance < tau || distance == 0; };
  for (int l = 0; l < r; ++l) {
    const double x_l = x[l];
    const bool pulls = kappa1 > 0 && within(std::abs(x_l), penalty.tau1);
    in_f[l] = pulls ? 1 : 0;
    any_f |= pulls;
    for (int k = 0; k < l; ++k) {
      const bool joined = kappa2 > 0 && within(std::abs(x_l - x[k]), penalty.tau2);
      in_e[index(l, k)] = in_e[index(k, l)] = joined ? 1 : 0;
      any_e |= joined;
    }
  }
}

void TinyProblem::add_proximal(double weight, std::span<const double> x) {
  for (int l = 0; l < r; ++l) {
    hessian[index(l, l)] += weight;
    rhs[l] += weight * x[l];
  }
}

bool TinyProblem::finite() const {
  double sum = 0.0;
  for (const double value : hessian) sum += value;
  for (const double value : rhs) sum += value;
  return std::isfinite(sum);
}

double TinyProblem::value(std::span<const double> z) const {
  double quadratic = 0.0;
  double linear = 0.0;
  double sparsity = 0.0;
  double grouping = 0.0;
  double negative = 0.0;
  for (int l = 0; l < r; ++l) {
    const double z_l = z[l];
    const double* row = hessian_row(l);
    double product = 0.0;
    for (int k = 0; k < r; ++k) {
      const double z_k = z[k];
      product += row[k] * z_k;
      if (k < l && edge(l, k)) grouping += std::abs(z_l - z_k);
    }
    quadratic += z_l * product;
    linear += rhs[l] * z_l;
    if (in_f[l] != 0) sparsity += std::abs(z_l);
    negative += std::min(z_l, 0.0) * std::min(z_l, 0.0);
  }
  return 0.5 * quadratic - linear + kappa1 * sparsity + kappa2 * grouping + lambda_neg * negative;
}

void residual(const TinyProblem& problem, std::span<const double> z, std::span<double> rho) {
  for (int l = 0; l < problem.r; ++l) {
    const double* row = problem.hessian_row(l);
    double sum = problem.rhs[l];
    for (int k = 0; k < problem.r; ++k) sum -= row[k] * z[k];
    if (problem.in_f[l] != 0) sum -= problem.kappa1 * sign(z[l]);
    if (problem.any_e) {
      double pull = 0.0;
      for (int k = 0; k < problem.r; ++k) {
        if (problem.edge(l, k)) pull += sign(z[l] - z[k]);
      }
      sum -= problem.kappa2 * pull;
    }
    rho[l] = sum - 2.0 * problem.lambda_neg * std::min(z[l], 0.0);
  }
}

Partition::Partition(int r) : group_(r), nodes_(r), first_(r + 1), pinned_(r) {}

void Partition::find(const TinyProblem& problem, std::span<const double> z) {
  std::fill(group_.begin(), group_.end(), -1);
  count_ = 0;
  int placed = 0;
  for (int l = 0; l < problem.r; ++l) {
    if (group_[l] >= 0) continue;
    first_[count_] = placed;
    group_[l] = count_;
    nodes_[placed++] = l;
    bool kink = false;
    for (int next = placed - 1; next < placed; ++next) {
      const int node = nodes_[next];
      kink |= problem.hard || problem.in_f[node] != 0;
      if (!problem.any_e) continue;
      for (int k = 0; k < problem.r; ++k) {
        if (group_[k] >= 0 || z[k] != z[l] || !problem.edge(node, k)) continue;
        group_[k] = count_;
        nodes_[placed++] = k;
      }
    }
    pinned_[count_] = z[l] == 0 && kink ? 1 : 0;
    first_[++count_] = placed;
  }
}

}  // namespace grmf::internal
