#include "starts/robust_start.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "data/row_reader.h"
#include "engine/cpu/panel_kernels.h"
#include "result/misfit.h"
#include "result/residual.h"
#include "solve/grmf_run.h"
#include "starts/start.h"

namespace grmf::internal {
namespace {

double ratio(double product, double square) { return square > 0 ? product / square : 0.0; }

/// Fits one more pair of columns to the clipped residuals, by least squares and in the unit of the
/// clip.
class RankOne {
 public:
  RankOne(const Data& data, const Factors& found, double clip, Workers& workers)
      : data_(&data),
        found_(&found),
        v_transposed_(transposed(found.v)),
        clip_(clip),
        ones_(data.cols(), 1.0),
        workers_(&workers),
        scratches_(workers.count(), Scratch(data)),
        parts_((data.rows() + chunk - 1) / chunk, Sums(data)) {}

  /// Updates u given v, and then v given the new u.
  void improve(std::vector<double>& u, std::vector<double>& v) {
    workers_->for_each(std::ssize(parts_), [&](Index part, int worker) {
      Sums& sums = parts_[part];
      sums.clear();
      const Index end = std::min((part + 1) * chunk, data_->rows());
      for (Index i = part * chunk; i < end; ++i) u[i] = add_row(i, v, scratches_[worker], sums);
    });
    std::vector<double> products(v.size());
    std::vector<double> squares(v.size());
    for (const Sums& sums : parts_) {
      for (std::size_t j = 0; j < v.size(); ++j) {
        products[j] += sums.products[j];
        squares[j] += sums.squares[j];
      }
    }
    for (std::size_t j = 0; j < v.size(); ++j) v[j] = ratio(products[j], squares[j]);
  }

 private:
  static constexpr Index chunk = 64;
  /// The buffers of one worker.
  struct Scratch {
    explicit Scratch(const Data& data) : y(data.y()), m(data.weights()), row(data.cols()) {}
    RowReader y;
    RowReader m;
    std::vector<double> row;
  };
  /// Sums over some rows, for the update of v given u.
  struct Sums {
    explicit Sums(const Data& data) : products(data.cols()), squares(data.cols()) {}
    void clear() {
      std::fill(products.begin(), products.end(), 0.0);
      std::fill(squares.begin(), squares.end(), 0.0);
    }
    std::vector<double> products;
    std::vector<double> squares;
  };

  /// Returns u of row i and adds the row to the sums.
  double add_row(Index i, const std::vector<double>& v, Scratch& scratch, Sums& sums) const {
    const PanelKernels& kernels = panel_kernels();
    const Index n = data_->cols();
    const double* m = scratch.m(i);
    double square = 0.0;
    const double product = kernels.clipped_row(
        scratch.y(i), m, n, found_->u.row(i).data(), static_cast<int>(found_->u.cols()),
        v_transposed_.data(), 1 / clip_, v.data(), scratch.row.data(), &square);
    const double u = ratio(product, square);
    kernels.add_times(scratch.row.data(), m, n, u, sums.products.data());
    kernels.add_times(ones_.data(), m, n, u * u, sums.squares.data());
    return u;
  }

  const Data* data_;
  const Factors* found_;
  Matrix v_transposed_;
  double clip_;
  std::vector<double> ones_;
  Workers* workers_;
  std::vector<Scratch> scratches_;
  std::vector<Sums> parts_;
};

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

Factors with_another_column(const Data& data, const Factors& found, Workers& workers) {
  constexpr int steps = 6;  // the sweeps that follow do the rest
  constexpr Index enough = 4096;
  const double clip = quantile(residual_sizes(data, found, enough), 0.5, data.scale());
  std::vector<double> u(data.rows());
  std::vector<double> v(data.cols());
  for (Index j = 0; j < data.cols(); ++j)
    v[j] =
        random_normal(0, static_cast<std::uint64_t>(found.u.cols()), static_cast<std::uint64_t>(j));
  RankOne rank_one(data, found, clip, workers);
  for (int step = 0; step < steps && clip > 0; ++step) rank_one.improve(u, v);
  const double size_u = norm(u);
  const double size_v = norm(v);
  const double size = std::sqrt(clip) * std::sqrt(size_u * size_v);
  return {with_column(found.u, u, ratio(size, size_u)),
          with_column(found.v, v, ratio(size, size_v))};
}

Factors grow_columns(const Data& data, Factors start, int rank, Signs signs, const TermsFor& terms,
                     const StopSettings& stop,
                     const std::function<Action(const Progress&)>& on_sweep, Workers& workers,
                     Status& status) {
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
    const Terms now = terms(start);
    GrmfRun run(data, now, {.gauge = Gauge::off}, columns, std::move(start), workers);
    status = internal::run(run, few(stop, 3), on_sweep).status;
    start = run.factors();
  }
  return start;
}

Factors robust_start(const Data& data, int rank, const Terms& terms, std::uint64_t seed,
                     const StopSettings& stop,
                     const std::function<Action(const Progress&)>& on_sweep, Workers& workers,
                     Status& status) {
  const auto run_from = [&](Factors start) {
    check_start(start, data, rank);
    return GrmfRun(data, terms, {.gauge = Gauge::off}, rank, std::move(start), workers);
  };
  GrmfRun grown = run_from(grow_columns(
      data, {Matrix(data.rows(), 0), Matrix(data.cols(), 0)}, rank, Signs::free,
      [&](const Factors&) { return terms; }, stop, on_sweep, workers, status));
  const auto improve = [&](GrmfRun& run) {
    if (!out_of_time(status)) status = internal::run(run, few(stop, 2), on_sweep).status;
  };
  improve(grown);
  if (out_of_time(status)) return grown.factors();
  GrmfRun svd = run_from(rough_svd_start(data, rank, seed, workers));
  improve(svd);
  return balanced(svd.objective() < grown.objective() ? svd.factors() : grown.factors());
}

}  // namespace grmf::internal
