#include "solve/run_loop.h"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

/// f = u^2 + v^2, halved in u and v by every sweep: f falls by the factor 4.
class Halving : public Alternation {
 public:
  Halving() : Alternation({Matrix{{8.0}}, Matrix{{8.0}}}) {}
  void update_v() override { factors_.v(0, 0) /= 2; }
  double update_u() override {
    const double f = objective();
    factors_.u(0, 0) /= 2;
    return f;
  }
  bool end_of_sweep() override {
    ++sweeps_;
    if (sweeps_ == breaks_at_) factors_.u(0, 0) = std::numeric_limits<double>::quiet_NaN();
    return false;
  }
  double objective() override {
    return std::pow(factors_.u(0, 0), 2) + std::pow(factors_.v(0, 0), 2);
  }
  double certificate() override { return std::abs(factors_.u(0, 0)); }

  void break_at(int sweep) { breaks_at_ = sweep; }

 private:
  int sweeps_ = 0;
  std::optional<int> breaks_at_;
};

StopSettings plain() {
  return {.max_sweeps = 100,
          .tolerance = 1e-5,
          .rule = StopRule::decrease,
          .delta_u = 0.0,
          .delta_v = 0.0,
          .acceleration = 0};
}

/// Runs with the time limit and the callback of the options.
Result run_with(Alternation& method, const StopSettings& stop, const FitOptions& options = {}) {
  FitContext context(options);
  context.begin_stage();
  return run(method, stop, context);
}

TEST(RunLoop, records_every_sweep_with_its_step_lengths) {
  Halving halving;
  StopSettings stop = plain();
  stop.max_sweeps = 3;
  const Result result = run_with(halving, stop);
  EXPECT_EQ(result.status, Status::max_sweeps);
  ASSERT_EQ(result.history.size(), 4U);
  EXPECT_EQ(result.history[0].objective, 128.0);
  for (int t = 1; t <= 3; ++t) {
    EXPECT_EQ(result.history[t].sweep, t);
    EXPECT_EQ(result.history[t].objective, 128.0 / std::pow(4.0, t));
    EXPECT_EQ(result.history[t].relative_change, 0.75);
    EXPECT_EQ(result.history[t].step_u, 8.0 / std::pow(2.0, t));
    EXPECT_EQ(result.history[t].step_v, 8.0 / std::pow(2.0, t));
  }
  EXPECT_EQ(result.objective, result.history.back().objective);
}

TEST(RunLoop, the_papers_rule_stops_when_both_squared_steps_are_below_delta) {
  Halving halving;
  StopSettings stop = plain();
  stop.rule = StopRule::steps;
  stop.delta_u = 1.0;
  // The smaller bound decides: the step is 8 / 2^t, and its square is below 0.1 from t = 5.
  stop.delta_v = 0.1;
  const Result result = run_with(halving, stop);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_EQ(result.sweeps(), 5);
}

TEST(RunLoop, decrease_stops_by_the_relative_decrease_alone) {
  Halving halving;
  StopSettings stop = plain();
  stop.tolerance = 0.75;
  EXPECT_EQ(run_with(halving, stop).sweeps(), 1);
}

TEST(RunLoop, certified_also_waits_for_the_certificate) {
  Halving halving;
  StopSettings stop = plain();
  stop.rule = StopRule::certified;
  // The decrease is always small enough, but |u| <= sqrt(0.76) holds only from the 4th sweep on.
  stop.tolerance = 0.76;
  const Result result = run_with(halving, stop);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_EQ(result.sweeps(), 4);
}

TEST(RunLoop, the_callback_sees_every_sweep_and_can_stop) {
  Halving halving;
  std::vector<int> seen;
  FitOptions options;
  options.on_sweep = [&](const Progress& progress) {
    seen.push_back(progress.sweep);
    EXPECT_GE(progress.seconds, 0.0);
    EXPECT_EQ(progress.factors().u(0, 0), 8 / std::pow(2.0, progress.sweep));
    return progress.sweep == 7 ? Action::stop : Action::proceed;
  };
  const Result result = run_with(halving, plain(), options);
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(seen, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

TEST(RunLoop, a_stop_asked_for_is_what_the_status_says) {
  Halving halving;
  StopSettings stop = plain();
  stop.tolerance = 1.0;
  FitOptions options{.time_limit = 0.0};
  options.on_sweep = [](const Progress&) { return Action::stop; };
  EXPECT_EQ(run_with(halving, stop, options).status, Status::stopped);
}

/// A run whose f cannot fall, although the certificate says that there is something left.
class Stuck : public Alternation {
 public:
  Stuck() : Alternation({Matrix{{1.0}}, Matrix{{1.0}}}) {}
  void update_v() override { factors_.v(0, 0) *= growth_; }
  double update_u() override { return objective(); }
  bool end_of_sweep() override { return false; }
  double objective() override { return factors_.v(0, 0); }
  double certificate() override { return 0.5; }
  void grow(double growth) { growth_ = growth; }

 private:
  double growth_ = 1.0;
};

TEST(RunLoop, no_decrease_without_a_certificate_is_called_stalled) {
  Stuck stuck;
  StopSettings stop = plain();
  stop.rule = StopRule::certified;
  EXPECT_EQ(run_with(stuck, stop).status, Status::stalled);
}

TEST(RunLoop, a_rise_of_f_ends_the_run_with_the_last_good_factors) {
  Stuck stuck;
  stuck.grow(1.001);
  const Result result = run_with(stuck, plain());
  EXPECT_EQ(result.status, Status::numerical_issue);
  EXPECT_EQ(result.objective, 1.0);
  EXPECT_EQ(stuck.factors().v(0, 0), 1.0);
}

TEST(RunLoop, a_time_limit_of_zero_stops_after_the_first_sweep) {
  Halving halving;
  const Result result = run_with(halving, plain(), {.time_limit = 0.0});
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_EQ(result.sweeps(), 1);
}

TEST(RunLoop, no_sweeps_leave_the_start) {
  Halving halving;
  StopSettings stop = plain();
  stop.max_sweeps = 0;
  const Result result = run_with(halving, stop);
  EXPECT_EQ(result.status, Status::max_sweeps);
  EXPECT_EQ(result.objective, 128.0);
}

TEST(RunLoop, a_number_that_is_not_finite_ends_the_run_with_the_last_good_factors) {
  Halving halving;
  halving.break_at(3);
  const Result result = run_with(halving, plain());
  EXPECT_EQ(result.status, Status::numerical_issue);
  EXPECT_EQ(result.sweeps(), 2);
  EXPECT_EQ(halving.factors().u(0, 0), 2.0);
  EXPECT_EQ(result.objective, 8.0);
  EXPECT_NE(result.message.find("last good"), std::string::npos);
}

TEST(RunLoop, extrapolation_reaches_the_limit_of_a_linear_map_at_once) {
  Halving halving;
  StopSettings stop = plain();
  stop.acceleration = 1;
  stop.max_sweeps = 4;
  run_with(halving, stop);
  EXPECT_LT(std::abs(halving.factors().u(0, 0)), 1e-8);
}

}  // namespace
}  // namespace grmf::internal
