#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "support/grouped.h"
#include "support/pictures.h"

/// How many planted groups are found, from which start and with which settings.
namespace grmf {
namespace {

using test::Random;

constexpr int seeds = 10;

/// The settings of docs/grouping.md.
GrmfOptions structured() {
  return {.scaling = Scaling::absolute,
          .lambda1 = 30.0,
          .lambda2 = 30.0,
          .lambda3 = 0.1,
          .tau1 = 1.0,
          .tau2 = 1.0,
          .eps = 1e-4};
}

enum class From { svd, disturbed_truth, truth };

/// The share of right rows among those with at least `distinct` distinct values, as a mean over the
/// seeds.
double share_right(const GrmfOptions& options, From from, double dense_noise = 0.0,
                   int distinct = 1) {
  double mean = 0.0;
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(100 + seed);
    const test::Grouped problem = test::grouped({.dense_noise = dense_noise}, random);
    FitOptions fit{.rank = 5};
    if (from == From::truth) fit.start = problem.truth;
    if (from == From::disturbed_truth) fit.start = test::disturbed(problem.truth, 1.0, random);
    const Result result = Grmf(options).fit(Data(problem.y), fit);
    mean += test::right_rows(problem.truth, {result.u, result.v}, distinct) / seeds;
  }
  return mean;
}

GrmfOptions with(Gauge gauge, GrmfOptions options = structured()) {
  options.gauge = gauge;
  return options;
}

/// A noisy product is not what row updates get stuck at: from near the truth they find most rows
/// by themselves, and gauge steps bring the rest.
TEST(Grouping, planted_rows_are_found_from_near_the_truth) {
  const double on = share_right(with(Gauge::on), From::disturbed_truth);
  const double off = share_right(with(Gauge::off), From::disturbed_truth);
  std::cout << "right rows: " << on << ", gauge off " << off << "\n";
  EXPECT_GE(on, 0.95);
  EXPECT_GE(off, 0.9);
  EXPECT_GE(on, off);
}

TEST(Grouping, planted_rows_are_found_from_nothing) {
  const double on = share_right(with(Gauge::on), From::svd, 0.0, 2);
  const double off = share_right(with(Gauge::off), From::svd, 0.0, 2);
  std::cout << "right rows of those with two or more values: " << on << ", gauge off " << off
            << "\n";
  EXPECT_GE(on, 0.9);
  EXPECT_LE(off, 0.1) << "then the gauge step is not needed";
}

/// Under the l1 loss the slope of a residual is 1 however small it is, so that noise breaks some
/// ties for good. More rows than a start at the truth keeps cannot be found.
TEST(Grouping, under_dense_noise_loses_no_more_rows_than_a_start_at_the_truth) {
  const double found = share_right(with(Gauge::on), From::disturbed_truth, 0.05);
  const double kept = share_right(with(Gauge::off), From::truth, 0.05);
  std::cout << "right rows: " << found << ", from the truth " << kept << "\n";
  EXPECT_GE(found, kept - 0.01);
  EXPECT_GE(found, 0.8);
}

TEST(Grouping, under_dense_noise_is_right_where_the_loss_is_smooth_beyond_it) {
  GrmfOptions smooth = with(Gauge::on);
  smooth.loss = Loss::l1;
  smooth.eps = 1e-2;  // smooth over a width of 0.1, twice the noise
  const double found = share_right(smooth, From::disturbed_truth, 0.05);
  std::cout << "right rows: " << found << "\n";
  EXPECT_GE(found, 0.95);
}

TEST(Grouping, costs_less_than_without_the_gauge_at_the_same_loss) {
  for (int seed = 0; seed < seeds; ++seed) {
    Random random(100 + seed);
    const test::Grouped problem = test::grouped({}, random);
    const Data data(problem.y);
    const auto parts = [&](Gauge gauge) {
      GrmfOptions options = with(gauge);
      options.init = Init::svd;  // the robust start comes nearer to the truth, with either gauge
      const Result result = Grmf(options).fit(data, {.rank = 5});
      GrmfOptions no_penalties = structured();
      no_penalties.lambda1 = no_penalties.lambda2 = 0.0;
      no_penalties.lambda3 = 0.0;
      const double loss =
          Grmf(no_penalties)
              .fit(data, {.rank = 5, .max_sweeps = 0, .start = Factors{result.u, result.v}})
              .objective;
      return std::pair{loss, result.objective - loss};
    };
    const auto [loss_on, penalties_on] = parts(Gauge::on);
    const auto [loss_off, penalties_off] = parts(Gauge::off);
    EXPECT_LE(loss_on, 1.001 * loss_off) << seed;
    EXPECT_LE(penalties_on, 0.85 * penalties_off) << seed;
  }
}

TEST(Grouping, of_other_ranks_is_found_from_nothing) {
  // Rank 3 has so few patterns that planes hold few different rows, but many times over.
  for (const int rank : {2, 3, 4, 6}) {
    Random random(130 + rank);
    const test::Grouped problem = test::grouped({.rank = rank}, random);
    const Result result = Grmf(structured()).fit(Data(problem.y), {.rank = rank});
    EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}), 0.95) << rank;
  }
}

TEST(Grouping, of_nonnegative_factors_is_found_from_nothing) {
  for (int seed = 0; seed < 3; ++seed) {
    Random random(100 + seed);
    const test::Grouped problem =
        test::grouped({.rank = 4, .values = {0.0, 2.5, 4.0, 6.0}}, random);
    const Result result = NGrmf(structured()).fit(Data(problem.y), {.rank = 4});
    EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}), 0.95) << seed;
    for (const Matrix* a : {&result.u, &result.v}) {
      for (const double value : a->values()) EXPECT_GE(value, 0.0);
    }
  }
}

// A sanitizer is slow, and sees with one number of threads what it sees with three.
#ifdef GRMF_SANITIZED
constexpr std::array numbers_of_threads = {3};
#else
constexpr std::array numbers_of_threads = {2, 3, 8};
#endif

template <class Method>
void expect_the_same_for_any_number_of_threads(const test::GroupedSettings& settings) {
  Random random(110);
  const Data data(test::grouped(settings, random).y);
  FitOptions fit{.rank = settings.rank, .max_sweeps = 20, .threads = 1};
  const Result one = Method(structured()).fit(data, fit);
  for (const int threads : numbers_of_threads) {
    fit.threads = threads;
    const Result many = Method(structured()).fit(data, fit);
    EXPECT_EQ(one.u, many.u);
    EXPECT_EQ(one.v, many.v);
    EXPECT_EQ(one.history, many.history);
  }
}

TEST(GroupingThreads, any_number_gives_the_same) {
  expect_the_same_for_any_number_of_threads<Grmf>({.rows = 600});
  expect_the_same_for_any_number_of_threads<NGrmf>({.rank = 3, .values = {0.0, 2.5, 4.0, 6.0}});
}

TEST(Grouping, automatic_is_on_where_there_is_something_to_group) {
  Random random(114);
  const Data data(test::grouped({}, random).y);
  const Result on = Grmf(with(Gauge::on)).fit(data, {.rank = 5});
  const Result automatic = Grmf(structured()).fit(data, {.rank = 5});
  EXPECT_EQ(on.u, automatic.u);
  EXPECT_EQ(on.history, automatic.history);
}

/// A gauge step alone makes values only nearly equal; the row updates that follow make ties exact.
TEST(Grouping, ties_are_exact_whenever_a_run_ends) {
  Random random(115);
  const test::Grouped problem = test::grouped({}, random);
  const Factors start = test::disturbed(problem.truth, 1.0, random);
  for (const int turn : {8, 16, 32}) {
    const auto tied_after = [&](int sweeps) {
      return Grmf(structured())
          .fit(Data(problem.y), {.rank = 5, .max_sweeps = sweeps, .tolerance = 0.0, .start = start})
          .tied();
    };
    EXPECT_GE(tied_after(turn), 0.9 * tied_after(turn - 1)) << turn;
    EXPECT_GE(tied_after(turn + 1), 0.9 * tied_after(turn)) << turn;
  }
}

TEST(Grouping, starts_from_the_factors_given) {
  Random random(111);
  const test::Grouped problem = test::grouped({}, random);
  const Factors start = test::disturbed(problem.truth, 0.5, random);
  const Data data(problem.y);
  const FitOptions fit{.rank = 5, .max_sweeps = 0, .start = start};
  const double f = Grmf(structured()).fit(data, fit).objective;
  int sweeps_at_start = 0;
  const auto on_sweep = [&](const Progress& at) {
    sweeps_at_start += at.sweep == 0 ? 1 : 0;
    return Action::proceed;
  };
  const Result result =
      Grmf(structured()).fit(data, {.rank = 5, .start = start, .on_sweep = on_sweep});
  EXPECT_EQ(result.history.front().objective, f);
  EXPECT_EQ(sweeps_at_start, 0);
}

TEST(Grouping, a_time_limit_ends_the_way_to_the_start) {
  Random random(116);
  const Data data(test::grouped({}, random).y);
  const Result result = NGrmf(structured()).fit(data, {.rank = 5, .time_limit = 0.0});
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_EQ(result.sweeps(), 0);
}

TEST(Grouping, the_callback_sees_the_way_to_the_start_and_may_end_it) {
  Random random(112);
  const test::Grouped problem = test::grouped({}, random);
  int calls = 0;
  const Result result =
      Grmf(structured()).fit(Data(problem.y), {.rank = 5, .on_sweep = [&](const Progress& at) {
                                                 EXPECT_EQ(at.sweep, 0);
                                                 return ++calls == 3 ? Action::stop
                                                                     : Action::proceed;
                                               }});
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(result.message, "stopped on request after 0 sweeps");
  EXPECT_EQ(result.sweeps(), 0);
}

TEST(Grouping, the_gauge_is_left_out_with_a_warning_where_there_is_no_ridge) {
  Random random(113);
  const Data data(test::planted(20, 15, 2, 0.1, random).y);
  const Result result = Grmf({.lambda3 = 0.0, .gauge = Gauge::on}).fit(data, {.rank = 2});
  ASSERT_EQ(result.warnings.size(), 2);
  EXPECT_NE(result.warnings[0].find("gauge=on"), std::string::npos);
  EXPECT_EQ(Grmf({.lambda2 = 0.1, .lambda3 = 0.0}).fit(data, {.rank = 2}).warnings.size(), 1);
}

/// The lambda and tau of structured(), with ridge and smoothing in the unit of the data, as by
/// default.
GrmfOptions structured_for(const Matrix& picture) {
  GrmfOptions options = structured();
  const double longest = static_cast<double>(std::max(picture.rows(), picture.cols()));
  options.lambda3 = 0.5 * 0.4 * std::sqrt(longest);
  options.eps = std::pow(0.01 * Data(picture).scale(), 2);
  return options;
}

TEST(GroupingOnPictures, brings_ties_at_hardly_any_error_and_a_certificate) {
  const auto shared = test::shared_folder();
  if (!shared) GTEST_SKIP() << test::no_pictures << "the planted rows above stand in";
  double sum_with = 0.0;
  double sum_without = 0.0;
  double sum_tied = 0.0;
  int count = 0;
  for (const test::PictureSet& set : test::picture_sets()) {
    double with_groups = 0.0;
    double without = 0.0;
    double tied = 0.0;
    const std::vector<Matrix> pictures = test::every_nth_picture(*shared, set.name, 10);
    for (const Matrix& picture : pictures) {
      Random random(count++);
      Matrix corrupted = picture;
      test::salt_and_pepper(corrupted, 0.5, random);
      // The rank is one less than for intact pictures, as in the paper.
      const FitOptions fit{.rank = set.rank - 1, .max_sweeps = 20000, .tolerance = 1e-10};
      const GrmfOptions options = structured_for(corrupted);
      GrmfOptions no_groups = options;
      no_groups.lambda1 = no_groups.lambda2 = 0.0;
      const Result result = Grmf(options).fit(Data(corrupted), fit);
      EXPECT_LE(result.certificate, 1e-5) << set.name << ", picture " << count;
      with_groups += test::rmae(picture, result.reconstruct());
      without += test::rmae(picture, Grmf(no_groups).fit(Data(corrupted), fit).reconstruct());
      tied += result.tied();
    }
    const auto of = static_cast<double>(pictures.size());
    std::cout << set.name << ", " << of << " pictures: tied " << tied / of << ", RMAE "
              << with_groups / of << ", without groups " << without / of << "\n";
    sum_with += with_groups;
    sum_without += without;
    sum_tied += tied;
  }
  std::cout << "all: tied " << sum_tied / count << ", RMAE ratio " << sum_with / sum_without
            << "\n";
  EXPECT_GE(sum_tied / count, 0.18);
  EXPECT_LE(sum_with, 1.01 * sum_without);
}

}  // namespace
}  // namespace grmf
