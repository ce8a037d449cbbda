#include "solve/gauge.h"

#include <array>
#include <cmath>
#include <limits>

#include "core/lbfgs.h"

namespace grmf::internal {
namespace {

/// Adds the smoothed R of the rows of x to a sum and writes its gradient.
class SmoothPenalty {
 public:
  SmoothPenalty(const Penalty& penalty, double width)
      : penalty_(penalty),
        falloff1_(0.5 / std::pow(width * penalty.tau1, 2)),
        falloff2_(0.5 / std::pow(width * penalty.tau2, 2)) {}

  double add_row(const double* x, double* gradient, Index r) const {
    double sum = 0.0;
    for (Index l = 0; l < r; ++l) {
      sum += penalty_.lambda3 * x[l] * x[l];
      gradient[l] = 2 * penalty_.lambda3 * x[l];
      if (x[l] < 0) {
        sum += penalty_.lambda_neg * x[l] * x[l];
        gradient[l] += 2 * penalty_.lambda_neg * x[l];
      }
    }
    if (penalty_.lambda1 > 0) {
      for (Index l = 0; l < r; ++l) {
        const double e = std::exp(-falloff1_ * x[l] * x[l]);
        sum += penalty_.lambda1 * (1 - e);
        gradient[l] += 2 * penalty_.lambda1 * falloff1_ * x[l] * e;
      }
    }
    if (penalty_.lambda2 > 0) {
      for (Index l = 0; l < r; ++l) {
        for (Index k = 0; k < l; ++k) {
          const double distance = x[l] - x[k];
          const double e = std::exp(-falloff2_ * distance * distance);
          const double slope = 2 * penalty_.lambda2 * falloff2_ * distance * e;
          sum += penalty_.lambda2 * (1 - e);
          gradient[l] += slope;
          gradient[k] -= slope;
        }
      }
    }
    return sum;
  }

 private:
  Penalty penalty_;
  double falloff1_;
  double falloff2_;
};

/// Sum over the rows in chunks of a fixed size, so that it does not depend on the number of workers.
double add_rows(const SmoothPenalty& penalty, const RowMajorDense& x, RowMajorDense& gradient,
                Workers& workers) {
  constexpr Index chunk_rows = 64;
  std::vector<double> sums((x.rows() + chunk_rows - 1) / chunk_rows);
  workers.for_each(static_cast<Index>(sums.size()), [&](Index chunk, int) {
    const Index end = std::min(x.rows(), (chunk + 1) * chunk_rows);
    for (Index i = chunk * chunk_rows; i < end; ++i)
      sums[chunk] += penalty.add_row(&x(i, 0), &gradient(i, 0), x.cols());
  });
  double total = 0.0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace

GaugeProblem::GaugeProblem(const Penalty& penalty_u, const Penalty& penalty_v,
                           const Factors& factors, Workers& workers)
    : penalty_u_(&penalty_u), penalty_v_(&penalty_v), factors_(&factors), workers_(&workers) {}

double GaugeProblem::evaluate(const Dense& q, Dense& gradient) const {
  const Eigen::FullPivLU<Dense> lu(q);
  if (!lu.isInvertible()) return std::numeric_limits<double>::infinity();
  const Dense inverse = lu.inverse();
  const RowMajorDense u = view(factors_->u) * q;
  const RowMajorDense v = view(factors_->v) * inverse.transpose();
  RowMajorDense g_u(u.rows(), u.cols());
  RowMajorDense g_v(v.rows(), v.cols());
  const double sum = add_rows(SmoothPenalty(*penalty_u_, width_), u, g_u, *workers_) +
                     add_rows(SmoothPenalty(*penalty_v_, width_), v, g_v, *workers_);
  gradient = view(factors_->u).transpose() * g_u - inverse.transpose() * (g_v.transpose() * v);
  return sum;
}

Factors GaugeProblem::turned(const Dense& q) const {
  const Dense inverse = q.inverse();
  return {to_matrix(view(factors_->u) * q), to_matrix(view(factors_->v) * inverse.transpose())};
}

Dense best_gauge(GaugeProblem& problem, Dense q, double widest) {
  constexpr std::array widths = {2.0, 1.0, 0.5, 0.25, 0.1};
  constexpr int steps_per_width = 25;
  for (const double width : widths) {
    if (width > widest) continue;
    problem.set_width(width);
    q = lbfgs([&](const Dense& at, Dense& gradient) { return problem.evaluate(at, gradient); }, q,
              steps_per_width, 1e-6);
  }
  return q;
}

}  // namespace grmf::internal
