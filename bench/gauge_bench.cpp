// The time that the gauge step adds to a fit, measured with and without it on a corrupted picture
// of 192 x 168.

#include <cmath>
#include <random>

#include <benchmark/benchmark.h>

#include "grmf/grmf.h"

namespace grmf {
namespace {

/// A matrix that is smooth like a picture, of full rank, with half of its pixels destroyed.
const Data& corrupted_picture() {
  static const Data data = [] {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    Matrix y(192, 168);
    for (Index i = 0; i < y.rows(); ++i) {
      for (Index j = 0; j < y.cols(); ++j) {
        const double a = static_cast<double>(i) / 30;
        const double b = static_cast<double>(j) / 25;
        y(i, j) = 128 + 60 * std::sin(a + 0.7 * b * b / (1 + b)) * std::cos(b) +
                  50 * std::exp(-std::pow(a - b, 2));
        if (uniform(random) < 0.5) y(i, j) = uniform(random) < 0.5 ? 0.0 : 255.0;
      }
    }
    return Data(y);
  }();
  return data;
}

void fit(benchmark::State& state, Gauge gauge) {
  const Grmf method({.lambda1 = 0.002, .lambda2 = 0.002, .gauge = gauge});
  int sweeps = 0;
  double f = 0.0;
  for ([[maybe_unused]] const auto _ : state) {
    const Result result =
        method.fit(corrupted_picture(), {.rank = static_cast<int>(state.range(0)), .threads = 1});
    sweeps = result.sweeps();
    f = result.objective;
  }
  state.counters["sweeps"] = sweeps;
  state.counters["f"] = f;
}

void add(const char* name, Gauge gauge) {
  benchmark::RegisterBenchmark(name, fit, gauge)
      ->ArgName("r")
      ->Arg(5)
      ->Arg(12)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(3)
      ->Repetitions(7);
}

const bool added = [] {
  add("fit_gauge_off", Gauge::off);
  add("fit_gauge_on", Gauge::on);
  return true;
}();

}  // namespace
}  // namespace grmf
