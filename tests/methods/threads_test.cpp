#include <algorithm>
#include <limits>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "engine/cpu/cpu_row_work.h"
#include "grmf/models.h"
#include "starts/start.h"
#include "support/names.h"
#include "support/problems.h"

namespace grmf {
namespace {

Matrix corrupted_with_gaps(Index rows, Index cols) {
  test::Random random(60);
  Matrix y = test::planted(rows, cols, 4, 0.2, random).y;
  for (Index k = 0; k < y.size(); k += 17) y.data()[k] = std::numeric_limits<double>::quiet_NaN();
  return y;
}

class AnyNumberOfThreads : public testing::TestWithParam<const char*> {};

TEST_P(AnyNumberOfThreads, gives_the_same_bytes) {
  const auto method = make_method(GetParam());
  method->set("lambda1", 0.01);
  method->set("lambda2", 0.01);
  for (const auto& [rows, cols, sweeps] : {std::tuple{203, 118, 40}, {70, 830, 4}}) {
    const Data data(corrupted_with_gaps(rows, cols));
    const auto fit = [&, most = sweeps](int threads) {
      return method->fit(data, {.rank = 4, .max_sweeps = most, .threads = threads});
    };
    const Result expected = fit(1);
    for (const int threads : {2, 3, 8}) {
      const Result actual = fit(threads);
      EXPECT_TRUE(test::same_bytes(actual.u, expected.u)) << threads;
      EXPECT_TRUE(test::same_bytes(actual.v, expected.v)) << threads;
      EXPECT_EQ(actual.history, expected.history) << threads;
      EXPECT_EQ(actual.objective, expected.objective) << threads;
      EXPECT_EQ(actual.certificate, expected.certificate) << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(methods, AnyNumberOfThreads, testing::Values("grmf", "ngrmf", "gmf-l2"),
                         test::NamedByParameter());

TEST(Threads, more_than_one_worker_solves_rows) {
  const Data data(corrupted_with_gaps(1203, 918));  // large enough for helpers to wake up
  for (const int threads : {2, 3, 8}) {
    internal::Workers workers(threads);
    internal::CpuRowWork work(data, internal::resolve({}, data), {}, 4, workers);
    Factors factors = internal::random_start(data, 4, 1);
    const auto busy = [&] {
      const std::vector<Index>& rows = work.rows_improved();
      return std::count_if(rows.begin(), rows.end(), [](Index solved) { return solved > 0; });
    };
    // The scheduler decides which thread takes a chunk; over many half-sweeps a helper gets some.
    for (int sweep = 0; sweep < 10000 && busy() < 2; ++sweep) {
      work.half_sweep(internal::Side::v, factors.u, factors.v, factors.v);
      work.half_sweep(internal::Side::u, factors.v, factors.u, factors.u);
    }
    EXPECT_GE(busy(), 2) << threads << " threads";
  }
}

TEST(Threads, fit_may_be_called_from_several_at_once) {
  test::Random random(94);
  const Data data(test::planted(40, 30, 2, 0.1, random).y);
  const Grmf method;
  const Result expected = method.fit(data, {.rank = 2});
  std::vector<Result> results(4);
  std::vector<std::thread> callers;
  for (Result& result : results) {
    callers.emplace_back([&] { result = method.fit(data, {.rank = 2, .threads = 2}); });
  }
  for (std::thread& caller : callers) caller.join();
  for (const Result& result : results) EXPECT_EQ(result.u, expected.u);
}

}  // namespace
}  // namespace grmf
