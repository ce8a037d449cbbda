#include "engine/engine.h"

#include <algorithm>
#include <cmath>

#include "base/sums.h"

namespace grmf::internal {

double RowWork::half_sweep(Side side, const Matrix& a, const Matrix& x, Matrix& to) {
  std::vector<double> losses(x.rows());
  improve(side, {0, x.rows()}, a, x, to, losses);
  return sum_of(losses);
}

double RowWork::objective(const Factors& factors) {
  std::vector<double> losses(factors.u.rows());
  measure(Side::u, {0, factors.u.rows()}, factors.v, factors.u, losses);
  return sum_of(losses) + penalties(terms_, factors);
}

double RowWork::certificate(const Factors& factors) {
  std::vector<double> distances(factors.u.rows() + factors.v.rows());
  const std::span<double> of_u = std::span(distances).first(factors.u.rows());
  const std::span<double> of_v = std::span(distances).last(factors.v.rows());
  certify(Side::u, {0, factors.u.rows()}, factors.v, factors.u, of_u);
  certify(Side::v, {0, factors.v.rows()}, factors.u, factors.v, of_v);
  double worst = 0.0;
  for (const double one : distances) worst = std::isnan(one) ? one : std::max(worst, one);
  return worst;
}

}  // namespace grmf::internal
