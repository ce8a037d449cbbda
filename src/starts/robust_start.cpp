#include "starts/robust_start.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "base/sums.h"
#include "result/misfit.h"
#include "solve/grmf_run.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

double ratio(double product, double square) { return square > 0 ? product / square : 0.0; }

double norm(const std::vector<double>& x) {
  return std::sqrt(sum_of_chunks(std::ssize(x), [&](Index first, Index last) {
    double sum = 0.0;
    for (Index k = first; k < last; ++k) sum += x[k] * x[k];
    return sum;
  }));
}

Matrix with_column(const Matrix& a, const std::vector<double>& column, double factor) {
  Matrix wider(a.rows(), a.cols() + 1);
  for (Index i = 0; i < a.rows(); ++i) {
    std::copy(a.row(i).begin(), a.row(i).end(), wider.row(i).begin());
    wider(i, a.cols()) = factor * column[i];
  }
  return wider;
}

/// Whether a column is as good as 0 beside the largest entry of the matrix.
bool vanishes(const Matrix& a, Index column) {
  double own = 0.0;
  double largest = 0.0;
  for (Index i = 0; i < a.rows(); ++i) {
    own = std::max(own, std::abs(a(i, column)));
    for (const double value : a.row(i)) largest = std::max(largest, std::abs(value));
  }
  return own <= 1e-3 * largest;
}

Factors with_columns_of_0(const Factors& factors, int rank) {
  const auto widened = [rank](const Matrix& a) {
    Matrix wider(a.rows(), rank);
    for (Index i = 0; i < a.rows(); ++i)
      std::copy(a.row(i).begin(), a.row(i).end(), wider.row(i).begin());
    return wider;
  };
  return {widened(factors.u), widened(factors.v)};
}

/// Settings for a few sweeps.
StopSettings few(StopSettings stop, int sweeps) {
  stop.max_sweeps = sweeps;
  stop.tolerance = 1e-3;
  stop.rule = StopRule::decrease;
  return stop;
}

}  // namespace

bool collapsed(const Factors& factors) {
  for (Index l = 0; l < factors.u.cols(); ++l) {
    if (vanishes(factors.u, l) || vanishes(factors.v, l)) return true;
  }
  return false;
}

Factors with_another_column(Engine& engine, const Factors& found, std::uint64_t seed) {
  constexpr int steps = 6;  // the sweeps that follow do the rest
  constexpr Index enough = 4096;
  const double clip = quantile(engine.residual_sizes(found, enough), 0.5, engine.scale());
  std::vector<double> u(engine.rows());
  std::vector<double> v(engine.cols());
  const auto stream = static_cast<std::uint64_t>(found.u.cols());
  for (std::size_t j = 0; j < v.size(); ++j) v[j] = random_normal(seed, stream, j);
  for (int step = 0; step < steps && clip > 0; ++step)
    engine.improve_clipped_rank_one(found, clip, u, v);
  const double size_u = norm(u);
  const double size_v = norm(v);
  const double size = std::sqrt(clip) * std::sqrt(size_u * size_v);
  return {with_column(found.u, u, ratio(size, size_u)),
          with_column(found.v, v, ratio(size, size_v))};
}

Factors grow_columns(Engine& engine, FitContext& context, Factors start, int rank, Signs signs,
                     const TermsFor& terms, const StopSettings& stop) {
  while (start.u.cols() < rank) {
    if (context.must_end()) return with_columns_of_0(start, rank);
    start = with_another_column(engine, start, context.seed());
    const Index columns = start.u.cols();
    if (signs == Signs::nonnegative) {
      take_heavier_part(start, columns - 1);
    } else {
      start = balanced(start);
    }
    if (columns == rank) break;
    const Terms now = terms(start);
    GrmfRun grown(engine, context, now, {.gauge = Gauge::off}, std::move(start));
    run(grown, few(stop, 3), context);
    start = grown.factors();
  }
  return start;
}

Factors robust_start(Engine& engine, FitContext& context, int rank, const Terms& terms,
                     const StopSettings& stop) {
  const auto improved = [&](Factors start) {
    check_start(start, engine, rank);
    GrmfRun from(engine, context, terms, {.gauge = Gauge::off}, std::move(start));
    return run(from, few(stop, 2), context);
  };
  Factors nothing{Matrix(engine.rows(), 0), Matrix(engine.cols(), 0)};
  Result grown = improved(grow_columns(
      engine, context, std::move(nothing), rank, Signs::free, [&](const Factors&) { return terms; },
      stop));
  if (context.must_end()) return {std::move(grown.u), std::move(grown.v)};
  Result svd = improved(rough_svd_start(engine, rank, context));
  Result& lower = svd.objective < grown.objective ? svd : grown;
  return balanced({std::move(lower.u), std::move(lower.v)});
}

}  // namespace grmf::internal
