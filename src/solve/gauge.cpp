#include "solve/gauge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/lbfgs.h"

namespace grmf::internal {
namespace {

/// Reciprocal condition of a Q that is no basis any more: rounding would show in the product.
constexpr double singular = 1e-5;

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

/// x >= 0 as a steep wall: descent needs a slope.
Penalty walled(Penalty penalty) {
  constexpr double steep = 1e3;
  if (penalty.hard)
    penalty.lambda_neg =
        steep * (penalty.lambda1 / (penalty.tau1 * penalty.tau1) +
                 penalty.lambda2 / (penalty.tau2 * penalty.tau2) + penalty.lambda3);
  return penalty;
}

/// Sum over the rows in chunks of a fixed size, so that it does not depend on the number of workers.
double add_rows(const SmoothPenalty& penalty, const RowMajorDense& x, RowMajorDense& gradient,
                Workers& workers) {
  constexpr Index chunk_rows = 256;
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

/// Widths from wide to narrow, each begun where the one before ended.
Dense annealed(GaugeProblem& problem, const Differentiable& value, Dense x, Reach reach) {
  constexpr std::array widths = {2.0, 1.0, 0.5, 0.25, 0.1};
  constexpr double widest_near = 0.5;
  constexpr int steps_per_width = 25;
  for (const double width : widths) {
    if (reach == Reach::near && width > widest_near) continue;
    problem.set_width(width);
    x = lbfgs(value, std::move(x), steps_per_width, 1e-6);
  }
  return x;
}

}  // namespace

GaugeProblem::GaugeProblem(const Penalty& penalty_u, const Penalty& penalty_v,
                           const Factors& factors, Workers& workers)
    : penalty_u_(walled(penalty_u)),
      penalty_v_(walled(penalty_v)),
      factors_(&factors),
      workers_(&workers) {}

double GaugeProblem::evaluate(const Dense& q, Dense& gradient) const {
  const Eigen::PartialPivLU<Dense> lu(q);
  if (!(lu.rcond() > singular)) {
    gradient = Dense::Zero(q.rows(), q.cols());
    return std::numeric_limits<double>::infinity();
  }
  const Dense inverse = lu.inverse();
  const RowMajorDense u = view(factors_->u) * q;
  const RowMajorDense v = view(factors_->v) * inverse.transpose();
  RowMajorDense g_u(u.rows(), u.cols());
  RowMajorDense g_v(v.rows(), v.cols());
  const double sum = add_rows(SmoothPenalty(penalty_u_, width_), u, g_u, *workers_) +
                     add_rows(SmoothPenalty(penalty_v_, width_), v, g_v, *workers_);
  gradient = view(factors_->u).transpose() * g_u - inverse.transpose() * (g_v.transpose() * v);
  return sum;
}

Factors GaugeProblem::turned(const Dense& q) const {
  const Dense inverse = q.inverse();
  return {to_matrix(view(factors_->u) * q), to_matrix(view(factors_->v) * inverse.transpose())};
}

Dense best_gauge(GaugeProblem& problem, Dense start, Reach reach) {
  return annealed(
      problem, [&](const Dense& q, Dense& gradient) { return problem.evaluate(q, gradient); },
      std::move(start), reach);
}

Dense best_scaling(GaugeProblem& problem, Index r) {
  // Q = diag(exp(x)), so that no column changes its sign.
  const auto diagonal = [](const Dense& x) -> Dense {
    return x.col(0).array().exp().matrix().asDiagonal();
  };
  const Dense x = annealed(
      problem,
      [&](const Dense& at, Dense& gradient) {
        const Dense q = diagonal(at);
        Dense over_q;
        const double value = problem.evaluate(q, over_q);
        gradient = over_q.cwiseProduct(q).diagonal();
        return value;
      },
      Dense::Zero(r, 1), Reach::far);
  return diagonal(x);
}

}  // namespace grmf::internal
