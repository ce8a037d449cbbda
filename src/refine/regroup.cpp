#include "refine/regroup.h"

#include <algorithm>
#include <vector>

#include "linalg/decompositions.h"
#include "refine/calibration.h"

namespace grmf::internal {
namespace {

/// Values that differ by no more standard errors are made equal. By measurement (docs/grouping.md).
constexpr double same_within = 4.0;

/// Rows of one factor with their errors, to be grouped.
struct Rows {
  Matrix* x;
  const Matrix* curvatures;
  double deviation;
};

void group(const Rows& rows, Workers& workers) {
  workers.for_each(rows.x->rows(), [&](Index i, int) {
    const auto covariance =
        inverse_unless_singular(from_triangle(rows.curvatures->row(i), rows.x->cols()), 1e-12);
    if (covariance)
      make_equal_within_errors(rows.x->row(i), rows.deviation * rows.deviation * *covariance);
  });
}

}  // namespace

void make_equal_within_errors(std::span<double> x, Dense covariance) {
  const auto r = static_cast<Index>(x.size());
  // The last value stands for 0, which has no error.
  Eigen::VectorXd value = Eigen::VectorXd::Zero(r + 1);
  std::copy(x.begin(), x.end(), value.begin());
  covariance.conservativeResizeLike(Dense::Zero(r + 1, r + 1));
  std::vector<Index> group(r + 1);
  for (Index l = 0; l <= r; ++l) group[l] = l;
  for (;;) {
    double least = same_within * same_within;
    Index first = 0;
    Index second = 0;
    for (Index l = 0; l <= r; ++l) {
      for (Index k = 0; k < l; ++k) {
        if (group[l] == group[k]) continue;
        const double difference = value(l) - value(k);
        const double variance = covariance(l, l) + covariance(k, k) - 2 * covariance(l, k);
        if (!(difference * difference <= least * variance)) continue;
        least = variance > 0 ? difference * difference / variance : 0.0;
        first = k;
        second = l;
      }
    }
    if (first == second) break;
    const Eigen::VectorXd along = covariance.col(second) - covariance.col(first);
    const double variance = along(second) - along(first);
    if (variance > 0) {
      value -= along * ((value(second) - value(first)) / variance);
      covariance -= along * along.transpose() / variance;
    }
    // The group of 0 has the highest number of all.
    const Index gone = std::min(group[first], group[second]);
    const Index kept = std::max(group[first], group[second]);
    std::replace(group.begin(), group.end(), gone, kept);
  }
  for (Index l = 0; l < r; ++l) x[l] = group[l] == r ? 0.0 : value(group[l]);
}

void regroup(Engine& engine, const GrmfOptions& options, const Terms& terms, double noise,
             double weights, Workers& workers, Factors& factors) {
  constexpr int steps = 10;
  const auto work = engine.row_work(without_structure(terms), {.mm_steps = steps},
                                    static_cast<int>(factors.u.cols()));
  const Curvatures known = curvatures_of(engine, factors, terms.loss, noise, weights);
  const Factors before = factors;
  if (!options.lambda1.u && !options.lambda2.u) {
    work->half_sweep(Side::u, before.v, before.u, factors.u);
    group({&factors.u, &known.of_u, known.deviation}, workers);
    if (terms.u.hard) clip_to_nonnegative(factors.u);
  }
  if (!options.lambda1.v && !options.lambda2.v) {
    work->half_sweep(Side::v, before.u, before.v, factors.v);
    group({&factors.v, &known.of_v, known.deviation}, workers);
    if (terms.v.hard) clip_to_nonnegative(factors.v);
  }
}

}  // namespace grmf::internal
