#include <numeric>

#include <gtest/gtest.h>

#include "grmf/models.h"
#include "support/problems.h"

namespace grmf {
namespace {

/// Checks Theorem 1: the sequence has finite length and converges to a critical point.
void expect_finite_length(const Result& result) {
  const std::vector<Sweep>& history = result.history;
  ASSERT_GT(history.size(), 100U);
  const auto length = [](const Sweep& sweep) { return sweep.step_u + sweep.step_v; };
  const double first = length(history[1]);
  EXPECT_LT(length(history.back()), 1e-6 * first);
  // The sum is bounded: the second half of the run adds next to nothing to the first.
  const auto middle = history.begin() + std::ssize(history) / 2;
  const auto sum = [&](auto begin, auto end) {
    return std::accumulate(
        begin, end, 0.0, [&](double so_far, const Sweep& sweep) { return so_far + length(sweep); });
  };
  EXPECT_LT(sum(middle, history.end()), 0.01 * sum(history.begin(), middle));
}

TEST(Theorem1, step_lengths_vanish_with_a_bounded_sum_over_2000_sweeps) {
  test::Random random(40);
  for (int number = 0; number < 4; ++number) {
    const Data data(test::planted(50, 40, 3, 0.3, random).y);
    GrmfOptions options;
    options.lambda1 = number % 2 == 0 ? 0.0 : 0.01;
    options.lambda2 = options.lambda1;
    // The theorem is about the alternation alone, from its first step on.
    options.gauge = Gauge::off;
    options.init = Init::svd;
    for (const int acceleration : {0, 5}) {
      const Result result = Grmf(options).fit(data, {.rank = 3,
                                                     .max_sweeps = 2000,
                                                     .tolerance = 0.0,
                                                     .stop = StopRule::steps,
                                                     .delta_u = 0.0,
                                                     .delta_v = 0.0,
                                                     .acceleration = acceleration,
                                                     .threads = 1});
      SCOPED_TRACE(testing::Message() << "problem " << number << ", acceleration " << acceleration);
      EXPECT_EQ(result.sweeps(), 2000);
      expect_finite_length(result);
      EXPECT_LT(result.certificate, acceleration > 0 ? 1e-6 : 1e-4)
          << "the limit is a critical point";
    }
  }
}

}  // namespace
}  // namespace grmf
