#include "methods/robust_start.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/misfit.h"
#include "core/random.h"
#include "core/residual.h"
#include "methods/grmf_run.h"
#include "methods/start.h"

namespace grmf::internal {
namespace {

/// Sums over some rows for the least squares of v given u.
struct Sums {
  std::vector<double> products;
  std::vector<double> squares;
};

double ratio(double product, double square) { return square > 0 ? product / square : 0.0; }

/// u given v by weighted least squares on the residual, clipped and in units of `clip`, and v given that u.
void improve(const Data& data, const Residual& residual, double clip, std::vector<double>& u,
             std::vector<double>& v, Workers& workers) {
  constexpr Index chunk = 64;
  std::vector<Sums> sums((data.rows() + chunk - 1) / chunk);
  workers.for_each(std::ssize(sums), [&](Index part, int) {
    Sums& own = sums[part];
    own = {std::vector<double>(data.cols()), std::vector<double>(data.cols())};
    std::vector<double> row(data.cols());
    const Index end = std::min((part + 1) * chunk, data.rows());
    for (Index i = part * chunk; i < end; ++i) {
      residual.row(i, row);
      double product = 0.0;
      double square = 0.0;
      for (Index j = 0; j < data.cols(); ++j) {
        row[j] = std::clamp(row[j] / clip, -1.0, 1.0);
        const double weighted = data.weight(i, j) * v[j];
        product += weighted * row[j];
        square += weighted * v[j];
      }
      u[i] = ratio(product, square);
      for (Index j = 0; j < data.cols(); ++j) {
        const double weighted = data.weight(i, j) * u[i];
        own.products[j] += weighted * row[j];
        own.squares[j] += weighted * u[i];
      }
    }
  });
  for (Index j = 0; j < data.cols(); ++j) {
    double product = 0.0;
    double square = 0.0;
    for (const Sums& part : sums) {
      product += part.products[j];
      square += part.squares[j];
    }
    v[j] = ratio(product, square);
  }
}

double norm(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

Matrix with_column(const Matrix& a, const std::vector<double>& column, double factor) {
  Matrix wider(a.rows(), a.cols() + 1);
  for (Index i = 0; i < a.rows(); ++i) {
    std::copy(a.row(i).begin(), a.row(i).end(), wider.row(i).begin());
    wider(i, a.cols()) = factor * column[i];
  }
  return wider;
}

/// Whether it is as good as 0 beside the largest.
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

StopSettings few(StopSettings stop) {
  stop.max_sweeps = 10;
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

Factors with_another_column(const Data& data, const Factors& found, Workers& workers) {
  constexpr int steps = 12;  // the sweeps that follow do the rest
  const Residual residual(data, found);
  const double clip = quantile(residual.sizes(), 0.5, data.scale());
  std::vector<double> u(data.rows());
  std::vector<double> v(data.cols());
  for (Index j = 0; j < data.cols(); ++j)
    v[j] =
        random_normal(0, static_cast<std::uint64_t>(found.u.cols()), static_cast<std::uint64_t>(j));
  for (int step = 0; step < steps && clip > 0; ++step) improve(data, residual, clip, u, v, workers);
  const double size_u = norm(u);
  const double size_v = norm(v);
  const double size = std::sqrt(clip) * std::sqrt(size_u * size_v);
  return {with_column(found.u, u, ratio(size, size_u)),
          with_column(found.v, v, ratio(size, size_v))};
}

Factors grow(const Data& data, Factors start, int rank, Signs signs, const ModelFor& model,
             const StopSettings& stop, const std::function<Action(const Progress&)>& on_sweep,
             Workers& workers, Status& status) {
  while (start.u.cols() < rank) {
    if (out_of_time(status)) return with_columns_of_0(start, rank);
    start = with_another_column(data, start, workers);
    const int columns = static_cast<int>(start.u.cols());
    if (signs == Signs::nonnegative) {
      take_heavier_part(start, columns - 1);
    } else {
      start = balanced(start);
    }
    if (columns == rank) break;
    const Model now = model(start);
    GrmfRun run(data, now, {.gauge = Gauge::off}, columns, std::move(start), workers);
    status = internal::run(run, few(stop), on_sweep).status;
    start = run.factors();
  }
  return start;
}

Factors robust_start(const Data& data, int rank, const Model& model, std::uint64_t seed,
                     const StopSettings& stop,
                     const std::function<Action(const Progress&)>& on_sweep, Workers& workers,
                     Status& status) {
  const auto run_from = [&](Factors start) {
    check_start(start, data, rank);
    return GrmfRun(data, model, {.gauge = Gauge::off}, rank, std::move(start), workers);
  };
  GrmfRun grown = run_from(grow(
      data, {Matrix(data.rows(), 0), Matrix(data.cols(), 0)}, rank, Signs::free,
      [&](const Factors&) { return model; }, stop, on_sweep, workers, status));
  const auto improve = [&](GrmfRun& run) {
    if (!out_of_time(status)) status = internal::run(run, few(stop), on_sweep).status;
  };
  improve(grown);
  if (out_of_time(status)) return grown.factors();
  GrmfRun svd = run_from(svd_start(data, rank, seed, workers));
  improve(svd);
  return balanced(svd.objective() < grown.objective() ? svd.factors() : grown.factors());
}

}  // namespace grmf::internal
