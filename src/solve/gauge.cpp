#include "solve/gauge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/sums.h"
#include "engine/cpu/panel_kernels.h"
#include "linalg/decompositions.h"
#include "linalg/lbfgs.h"

namespace grmf::internal {
namespace {

/// A Q with a reciprocal condition number up to this counts as singular, because rounding would
/// show in the product.
constexpr double singular = 1e-5;

/// The number of rows that are worked on at a time; sums do not depend on the number of workers.
constexpr Index chunk_rows = 128;
using Column = Eigen::Array<double, Eigen::Dynamic, 1, Eigen::ColMajor, chunk_rows, 1>;

/// exp(-falloff x^2), entry by entry.
Column bell_of(const Column& x, double falloff) {
  Column bell(x.size());
  panel_kernels().bell(x.data(), x.size(), falloff, bell.data());
  return bell;
}

/// R with its truncated terms smoothed.
class SmoothPenalty {
 public:
  SmoothPenalty(const Penalty& penalty, double width)
      : penalty_(penalty),
        falloff1_(0.5 / std::pow(width * penalty.tau1, 2)),
        falloff2_(0.5 / std::pow(width * penalty.tau2, 2)) {}

  /// Returns the sum of the smoothed R over the rows of x, and sets its gradient. The work goes
  /// column by column, for the sake of vector instructions.
  double operator()(const Dense& x, Dense& gradient) const {
    const auto count = static_cast<double>(x.rows());
    double sum = 0.0;
    for (Index l = 0; l < x.cols(); ++l) {
      const Column x_l = x.col(l);
      Column slope = 2 * penalty_.lambda3 * x_l;
      sum += penalty_.lambda3 * x_l.square().sum();
      if (penalty_.lambda_neg > 0) {
        sum += penalty_.lambda_neg * x_l.min(0.0).square().sum();
        slope += 2 * penalty_.lambda_neg * x_l.min(0.0);
      }
      if (penalty_.lambda1 > 0) {
        const Column bell = bell_of(x_l, falloff1_);
        sum += penalty_.lambda1 * (count - bell.sum());
        slope += 2 * penalty_.lambda1 * falloff1_ * x_l * bell;
      }
      for (Index k = 0; penalty_.lambda2 > 0 && k < l; ++k) {
        const Column distance = x_l - x.col(k).array();
        const Column bell = bell_of(distance, falloff2_);
        sum += penalty_.lambda2 * (count - bell.sum());
        const Column pull = 2 * penalty_.lambda2 * falloff2_ * distance * bell;
        slope += pull;
        gradient.col(k).array() -= pull;
      }
      gradient.col(l) = slope;
    }
    return sum;
  }

 private:
  Penalty penalty_;
  double falloff1_;
  double falloff2_;
};

/// Returns the sum of the penalty over the rows of A T, and sets its gradient with respect to T,
/// which is A^T times the gradient with respect to A T.
double sum_over_rows(const SmoothPenalty& penalty, const Matrix& a, const Dense& t, Dense& gradient,
                     Workers& workers) {
  struct Part {
    double sum;
    Dense gradient;
  };
  std::vector<Part> parts(chunk_count(a.rows(), chunk_rows));
  workers.for_each(std::ssize(parts), [&](Index chunk, int) {
    const Index first = chunk * chunk_rows;
    const auto rows = view(a).middleRows(first, std::min(a.rows() - first, chunk_rows));
    const Dense x = rows * t;
    Dense over_x(x.rows(), x.cols());
    const double sum = penalty(x, over_x);
    parts[chunk] = {sum, rows.transpose() * over_x};
  });
  add_by_tree(parts, [](Part& p, const Part& q) {
    p.sum += q.sum;
    p.gradient += q.gradient;
  });
  gradient = std::move(parts.front().gradient);
  return parts.front().sum;
}

/// Replaces the constraint x >= 0 by a steep wall, because descent needs a slope.
Penalty walled(Penalty penalty) {
  constexpr double steep = 1e3;
  if (penalty.hard)
    penalty.lambda_neg =
        steep * (penalty.lambda1 / (penalty.tau1 * penalty.tau1) +
                 penalty.lambda2 / (penalty.tau2 * penalty.tau2) + penalty.lambda3);
  return penalty;
}

/// Multiplies penalties by a power of two, so that the strongest of their truncated terms is about
/// 1. In some units of the data the squares of slopes would overflow.
void make_comparable(Penalty& u, Penalty& v) {
  const double strongest = std::max({u.lambda1, u.lambda2, v.lambda1, v.lambda2});
  if (!(strongest > 0)) return;
  const double times = std::exp2(-std::ilogb(strongest));
  u.multiply(times);
  v.multiply(times);
}

/// Descends with widths from wide to narrow, each from where the last ended.
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
      workers_(&workers) {
  make_comparable(penalty_u_, penalty_v_);
}

double GaugeProblem::evaluate(const Dense& q, Dense& gradient) const {
  const std::optional<Dense> inverse = inverse_unless_singular(q, singular);
  if (!inverse) {
    gradient = Dense::Zero(q.rows(), q.cols());
    return std::numeric_limits<double>::infinity();
  }
  Dense gradient_v;
  const double sum =
      sum_over_rows(SmoothPenalty(penalty_u_, width_), factors_->u, q, gradient, *workers_) +
      sum_over_rows(SmoothPenalty(penalty_v_, width_), factors_->v, inverse->transpose(),
                    gradient_v, *workers_);
  gradient -= inverse->transpose() * gradient_v.transpose() * inverse->transpose();
  return sum;
}

Factors in_basis(const Factors& factors, const Dense& q) {
  return {to_matrix(view(factors.u) * q), to_matrix(view(factors.v) * inverse(q).transpose())};
}

Dense balanced_gauge(const Dense& q, const Factors& factors) {
  const double u = (view(factors.u) * q).norm();
  const double v = (view(factors.v) * inverse(q).transpose()).norm();
  return q * std::sqrt(v / u);
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
