#include "refine/calibration.h"

#include <cmath>
#include <utility>

#include "objective/efficiency.h"
#include "result/noise.h"

namespace grmf::internal {

double noise_after(Engine& engine, Index observed, const Factors& factors, const AnyLoss& loss) {
  const ResidualSizes sizes(engine.residual_sizes(factors), engine.unit());
  Used used{.entries = static_cast<double>(observed)};
  used.excess = excess_variance(loss, sizes.noise(used));
  used.parameters = free_values(factors);
  return sizes.noise(used);
}

Curvatures curvatures_of(Engine& engine, const Factors& factors, const AnyLoss& loss, double noise,
                         double weights) {
  // Whatever the loss, its curvature is on average the same at all entries that are not grossly
  // wrong. The biweight tells which these are. Without noise all of them fit.
  constexpr double deviations = 5.0;
  const AnyLoss good =
      noise > 0 ? AnyLoss(BiweightLoss{.width = deviations * noise, .sigma = 1.0}) : L2Loss{};
  const auto rank = static_cast<int>(factors.u.cols());
  const auto work = engine.row_work({.loss = good, .u = {}, .v = {}}, {}, rank);
  Curvatures curvatures{.of_u = Matrix(factors.u.rows(), rank * (rank + 1) / 2),
                        .of_v = Matrix(factors.v.rows(), rank * (rank + 1) / 2),
                        .mean_weight = mean_weight(good, noise)};
  work->weigh(Side::u, {0, factors.u.rows()}, factors.v, factors.u, curvatures.of_u);
  work->weigh(Side::v, {0, factors.v.rows()}, factors.u, factors.v, curvatures.of_v);
  curvatures.deviation =
      noise * std::sqrt(weights * excess_variance(loss, noise) * curvatures.mean_weight);
  return curvatures;
}

StandardErrors standard_errors_of(Engine& engine, const Factors& factors, const AnyLoss& loss,
                                  double noise) {
  Curvatures curvatures = curvatures_of(engine, factors, loss, noise);
  return {curvatures.deviation, std::move(curvatures.of_u), std::move(curvatures.of_v)};
}

}  // namespace grmf::internal
