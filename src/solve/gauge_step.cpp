#include "solve/gauge_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/decompositions.h"
#include "solve/gauge.h"
#include "solve/gauge_search.h"

namespace grmf::internal {
namespace {

bool hard(const Terms& terms) { return terms.u.hard || terms.v.hard; }
bool sees_signs(const Terms& terms) {
  return hard(terms) || terms.u.lambda_neg > 0 || terms.v.lambda_neg > 0;
}

/// The largest t for which a - t b >= 0, for a >= 0; infinite where b has no positive entry.
double longest_step(const Dense& a, const Dense& b) {
  double t = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < a.rows(); ++i) {
    if (b(i, 0) > 0) t = std::min(t, a(i, 0) / b(i, 0));
  }
  return t;
}

/// The part of R of a row that depends on one of its entries, if that entry were `value`.
double share_of_entry(const Penalty& penalty, const Dense& x, Index row, Index column,
                      double value) {
  double sum = penalty.lambda1 * std::min(std::abs(value) / penalty.tau1, 1.0) +
               penalty.lambda3 * value * value;
  for (Index l = 0; l < x.cols(); ++l) {
    if (l != column)
      sum += penalty.lambda2 * std::min(std::abs(value - x(row, l)) / penalty.tau2, 1.0);
  }
  return sum;
}

/// The change of R, summed over all rows, if a column of x becomes `to`.
double penalty_change(const Penalty& penalty, const Dense& x, Index column,
                      const Eigen::VectorXd& to) {
  double sum = 0.0;
  for (Index i = 0; i < x.rows(); ++i)
    sum += share_of_entry(penalty, x, i, column, to(i)) -
           share_of_entry(penalty, x, i, column, x(i, column));
  return sum;
}

/// Shears the factors by Q = I + t e_l e_k^T, which makes u_k + t u_l of u_k and v_l - t v_k of
/// v_l. The t for which the factors stay non-negative form an interval; each of its ends is tried,
/// for every pair of columns, and used if the penalties are lower there.
Factors sheared(const Terms& terms, const Factors& factors) {
  Dense u = view(factors.u);
  Dense v = view(factors.v);
  for (Index l = 0; l < u.cols(); ++l) {
    for (Index k = 0; k < u.cols(); ++k) {
      if (k == l) continue;
      for (const double t : {longest_step(v.col(l), v.col(k)), -longest_step(u.col(k), u.col(l))}) {
        if (t == 0 || !std::isfinite(t)) continue;
        const Eigen::VectorXd u_k = (u.col(k) + t * u.col(l)).cwiseMax(0.0);
        const Eigen::VectorXd v_l = (v.col(l) - t * v.col(k)).cwiseMax(0.0);
        if (penalty_change(terms.u, u, k, u_k) + penalty_change(terms.v, v, l, v_l) >= 0) continue;
        u.col(k) = u_k;
        v.col(l) = v_l;
        break;  // the other end was computed for the old columns
      }
    }
  }
  return {to_matrix(u), to_matrix(v)};
}

}  // namespace

bool structured(const Terms& terms) {
  return terms.u.lambda1 + terms.u.lambda2 + terms.v.lambda1 + terms.v.lambda2 > 0;
}

Factors nearby_gauge(const Terms& terms, const Factors& factors, Workers& workers) {
  const Index r = factors.u.cols();
  GaugeProblem problem(terms.u, terms.v, factors, workers);
  if (hard(terms)) return sheared(terms, in_basis(factors, best_scaling(problem, r)));
  return in_basis(factors, best_gauge(problem, Dense::Identity(r, r), Reach::far));
}

FarGauges far_gauges(const Terms& terms, const Factors& factors, std::uint64_t seed,
                     Workers& workers) {
  GaugeProblem problem(terms.u, terms.v, factors, workers);
  const KnownRows u = KnownRows::by_angle(view(factors.u));
  const KnownRows v = KnownRows::by_angle(view(factors.v));
  const std::vector<FoundGauge> from_scratch = gauges_from_scratch(u, v, seed, workers);
  FarGauges found;
  found.clear = !from_scratch.empty() && from_scratch.front().clear();
  for (const auto& [q, counts] : from_scratch) {
    const Dense start = balanced_gauge(q, factors);
    found.candidates.push_back(in_basis(factors, best_gauge(problem, start, Reach::near)));
    if (sees_signs(terms))
      found.candidates.push_back(in_basis(factors, best_gauge(problem, -start, Reach::near)));
  }
  return found;
}

}  // namespace grmf::internal
