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
  const auto of_side = [&](Side side, const Matrix& x, const Matrix& a) {
    std::vector<double> distances(x.rows());
    certify(side, {0, x.rows()}, a, x, distances);
    double worst = 0.0;
    for (const double one : distances) worst = std::isnan(one) ? one : std::max(worst, one);
    return worst;
  };
  return std::max(of_side(Side::u, factors.u, factors.v), of_side(Side::v, factors.v, factors.u));
}

}  // namespace grmf::internal
