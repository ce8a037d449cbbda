#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "grmf/grmf.h"

/// Data whose truth is known.
namespace grmf::bench {

/// U V^T with standard normal factors, or uniform ones in [0, 1], with normal noise, and a share of
/// the entries replaced by uniform numbers within ten deviations of the mean. All sizes are in
/// units of the deviation of U V^T.
struct Cell {
  Index rows;
  Index cols;
  int rank;
  double noise;
  double outliers;
  double missing;
  bool uniform;
};

/// The cells that fits are judged by.
inline std::vector<Cell> grid() {
  std::vector<Cell> cells;
  for (const bool uniform : {false, true}) {
    for (const double missing : {0.0, 0.3}) {
      for (const double noise : {0.01, 0.05, 0.2}) {
        for (const double outliers : {0.1, 0.2, 0.4})
          cells.push_back({300, 240, 8, noise, outliers, missing, uniform});
      }
    }
    cells.push_back({500, 400, 10, 0.01, 0.2, 0.0, uniform});
  }
  cells.push_back({2000, 1500, 20, 0.01, 0.1, 0.0, false});
  cells.push_back({2000, 1500, 20, 0.01, 0.1, 0.0, true});
  return cells;
}

struct Planted {
  Matrix truth;
  Matrix y;        ///< NaN where missing
  Matrix without;  ///< NaN where missing or grossly wrong
  Factors factors;
  double noise = 0.0;  ///< its deviation
};

inline Planted plant(const Cell& cell, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Factors factors{Matrix(cell.rows, cell.rank), Matrix(cell.cols, cell.rank)};
  for (Matrix* factor : {&factors.u, &factors.v}) {
    for (double& value : factor->values()) value = cell.uniform ? uniform(random) : normal(random);
  }
  Planted planted;
  planted.factors = factors;
  planted.truth = multiply_transposed(factors.u, factors.v);
  const auto count = static_cast<double>(planted.truth.size());
  double mean = 0.0;
  for (const double value : planted.truth.values()) mean += value / count;
  double variance = 0.0;
  for (const double value : planted.truth.values()) variance += std::pow(value - mean, 2) / count;
  const double deviation = std::sqrt(variance);
  planted.noise = cell.noise * deviation;
  planted.y = planted.without = planted.truth;
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  for (Index k = 0; k < planted.y.size(); ++k) {
    double& y = planted.y.data()[k];
    double& good = planted.without.data()[k];
    good = y = y + planted.noise * normal(random);
    if (uniform(random) < cell.outliers) {
      y = mean + 10 * deviation * (2 * uniform(random) - 1);
      good = gap;
    }
    if (uniform(random) < cell.missing) good = y = gap;
  }
  return planted;
}

struct Timed {
  Result result;
  double seconds;
};

inline Timed timed_fit(const Method& method, const Data& data, const FitOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Result result = method.fit(data, options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  return {std::move(result), spent.count()};
}

/// |UV^T - L| / |L|, where L is the truth.
inline double error_of(const Result& result, const Matrix& truth) {
  const Matrix estimate = result.reconstruct();
  double difference = 0.0;
  double size = 0.0;
  for (Index k = 0; k < truth.size(); ++k) {
    difference += std::pow(estimate.data()[k] - truth.data()[k], 2);
    size += std::pow(truth.data()[k], 2);
  }
  return std::sqrt(difference / size);
}

}  // namespace grmf::bench
