#include "solve/gauge_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/dense.h"
#include "model/objective.h"
#include "solve/gauge.h"
#include "solve/gauge_search.h"

namespace grmf::internal {
namespace {

bool hard(const Model& model) { return model.u.hard || model.v.hard; }
bool sees_signs(const Model& model) {
  return hard(model) || model.u.lambda_neg > 0 || model.v.lambda_neg > 0;
}

/// The multiple of Q that makes both factors of one size, where the ridge is least.
Dense balanced(const Dense& q, const Factors& factors) {
  const double u = (view(factors.u) * q).norm();
  const double v = (view(factors.v) * q.inverse().transpose()).norm();
  return q * std::sqrt(v / u);
}

/// The largest t for which a - t b >= 0, for a >= 0; infinite where b has no positive entry.
double longest_step(const Dense& a, const Dense& b) {
  double t = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < a.rows(); ++i) {
    if (b(i, 0) > 0) t = std::min(t, a(i, 0) / b(i, 0));
  }
  return t;
}

/// Q = I + t e_l e_k^T, as far as non-negative factors allow: u_k + t u_l, v_l - t v_k. Every end of an
/// allowed stretch is taken where the penalties are lower there.
void shear(const Model& model, Factors& factors) {
  double lowest = penalties(model, factors);
  Dense u = view(factors.u);
  Dense v = view(factors.v);
  for (Index l = 0; l < u.cols(); ++l) {
    for (Index k = 0; k < u.cols(); ++k) {
      if (k == l) continue;
      for (const double t : {longest_step(v.col(l), v.col(k)), -longest_step(u.col(k), u.col(l))}) {
        if (t == 0 || !std::isfinite(t)) continue;
        Dense u_there = u;
        Dense v_there = v;
        u_there.col(k) = (u.col(k) + t * u.col(l)).cwiseMax(0.0);
        v_there.col(l) = (v.col(l) - t * v.col(k)).cwiseMax(0.0);
        Factors there{to_matrix(u_there), to_matrix(v_there)};
        const double value = penalties(model, there);
        if (value >= lowest) continue;
        lowest = value;
        factors = std::move(there);
        u = std::move(u_there);
        v = std::move(v_there);
        break;  // the other end was measured from the old place
      }
    }
  }
}

}  // namespace

bool gauge_wanted(Gauge gauge, const Model& model) {
  if (model.u.lambda3 == 0 || model.v.lambda3 == 0) return false;
  const bool structured = model.u.lambda1 + model.u.lambda2 + model.v.lambda1 + model.v.lambda2 > 0;
  return gauge == Gauge::on || (gauge == Gauge::automatic && structured);
}

std::vector<Factors> gauge_step(const Model& model, const Factors& factors, GaugeSearch search,
                                Workers& workers) {
  GaugeProblem problem(model.u, model.v, factors, workers);
  std::vector<Factors> found;
  if (hard(model)) {
    found.push_back(problem.turned(best_scaling(problem, factors.u.cols())));
    shear(model, found.back());
  } else {
    const Index r = factors.u.cols();
    found.push_back(problem.turned(best_gauge(problem, Dense::Identity(r, r), Reach::far)));
  }
  if (search == GaugeSearch::from_scratch) {
    for (const Dense& q : gauges_from_scratch(factors, workers)) {
      const Dense start = balanced(q, factors);
      found.push_back(problem.turned(best_gauge(problem, start, Reach::near)));
      if (sees_signs(model))
        found.push_back(problem.turned(best_gauge(problem, -start, Reach::near)));
    }
  }
  return found;
}

}  // namespace grmf::internal
