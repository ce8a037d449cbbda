#include "experiment/plan.h"

#include <atomic>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/compare.h"
#include "experiment/draw.h"
#include "experiment/fit_case.h"
#include "grmf/corrupt.h"
#include "grmf/error.h"
#include "grmf/method.h"

namespace grmf::experiment {
namespace {

using FitRun = Run;  // the class of a test has a member Run

/// A small part of a drawn picture, so that fits take milliseconds.
Input drawn_part(const std::string& name, Index number) {
  const Matrix whole = drawings().front().picture;
  Matrix part(40, 30);
  for (Index i = 0; i < part.rows(); ++i) {
    for (Index j = 0; j < part.cols(); ++j) part(i, j) = whole(i + 5 * number, j);
  }
  Input input;
  input.name = name;
  input.number = number;
  input.read = [part] { return Content{.values = part, .truth = part, .peak = 255}; };
  return input;
}

std::vector<Input> two_inputs() {
  std::vector<Input> inputs{drawn_part("a", 0), drawn_part("b", 1)};
  survey(inputs);
  return inputs;
}

std::vector<Task> tasks_of(const std::vector<Input>& inputs, const Sweep& sweep) {
  Plan plan(inputs);
  for (std::size_t k = 0; k < inputs.size(); ++k) plan.add(k, sweep);
  return plan.tasks();
}

const Sweep small{.methods = {"grmf", "tsvd"}, .ratios = {0.3}, .ranks = {2}};

TEST(Plan, every_combination_once_and_the_input_as_it_is) {
  const auto inputs = two_inputs();
  Plan plan(inputs);
  const Sweep sweep{.methods = {"grmf", "rpca"},
                    .settings = {Setting::fair, Setting::published},
                    .ratios = {0.0, 0.5},
                    .ranks = {2, 3}};
  plan.add(0, sweep);
  const std::size_t count = plan.tasks().size();
  // For each ratio: the input, grmf in two settings at two ranks, and rpca, which finds its own
  // rank, in two settings.
  EXPECT_EQ(count, 2U * (1 + 4 + 2));
  plan.add(0, sweep);
  EXPECT_EQ(plan.tasks().size(), count);
  plan.add(1, sweep);
  EXPECT_EQ(plan.tasks().size(), 2 * count);
}

TEST(Plan, what_is_to_be_shown_is_added_to_what_is_planned) {
  const auto inputs = two_inputs();
  Plan plan(inputs);
  plan.add(0, small);
  Sweep shown = small;
  shown.shown = {.picture = true, .groups = true};
  plan.add(0, shown);
  for (const Task& task : plan.tasks()) {
    EXPECT_TRUE(task.shown.picture);
    EXPECT_EQ(task.shown.groups, task.key.method != nothing_done);
  }
}

/// An input of these numbers, which is measured against itself.
Input made_input(const std::string& name, const Matrix& values) {
  Input input;
  input.name = name;
  input.read = [values] { return Content{.values = values, .truth = values, .peak = 0}; };
  return input;
}

const Matrix with_gap{{1, 2, 3}, {2, 4, std::nan("")}, {3, 6, 9}, {1, 1, 1}};
const Matrix with_negative{{1, 2, 3}, {2, 4, -6}, {3, 6, 9}, {1, 1, 1}};

TEST(Plan, leaves_out_methods_that_cannot_take_an_input) {
  std::vector<Input> inputs{made_input("gap", with_gap), made_input("negative", with_negative),
                            drawn_part("a", 0)};
  survey(inputs);
  const auto methods_of = [&](std::size_t input, Setting setting) {
    Plan plan(inputs);
    plan.add(input, {.methods = {"grmf", "tsvd", "rnmf"}, .settings = {setting}, .ranks = {1, 2}});
    std::set<std::string> names;
    for (const Task& task : plan.tasks()) names.insert(task.key.method);
    names.erase(std::string(nothing_done));
    return names;
  };
  using Set = std::set<std::string>;
  EXPECT_EQ(methods_of(0, Setting::fair), (Set{"grmf", "rnmf"}));
  EXPECT_EQ(methods_of(0, Setting::published), (Set{"grmf"}));
  EXPECT_EQ(methods_of(1, Setting::fair), (Set{"grmf", "tsvd", "rnmf"}));
  EXPECT_EQ(methods_of(1, Setting::published), (Set{"grmf", "tsvd"}));
  EXPECT_EQ(methods_of(2, Setting::published), (Set{"grmf", "tsvd", "rnmf"}));
}

TEST(Compare, tells_what_it_leaves_out_and_why) {
  std::vector<Input> inputs{made_input("gap", with_gap)};
  survey(inputs);
  const auto both = std::vector<Setting>{Setting::fair, Setting::published};
  const auto lines = left_out(inputs, {.methods = {"grmf", "tsvd", "rnmf"}, .settings = both});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], ::testing::StartsWith("tsvd is left out: tsvd takes neither missing "));
  EXPECT_THAT(lines[1],
              ::testing::StartsWith("rnmf as published is left out: rnmf with variant=beta takes"));
  EXPECT_TRUE(left_out(inputs, {.methods = {"grmf"}}).empty());
  inputs.push_back(drawn_part("a", 0));
  inputs.push_back(file_input("x", "/nowhere/x.png"));
  survey(inputs);
  EXPECT_THAT(left_out(inputs, {.methods = {"tsvd"}}),
              ::testing::ElementsAre(::testing::StartsWith(
                  "tsvd is left out for 1 of 2 inputs, gap among them: tsvd takes")));
}

TEST(Compare, is_refused_where_nothing_is_left_of_it) {
  std::vector<Input> inputs{made_input("gap", with_gap), file_input("x", "/nowhere/x.png")};
  survey(inputs);
  EXPECT_THAT([&] { left_out(inputs, {.methods = {"tsvd"}}); },
              ::testing::ThrowsMessage<Error>(
                  ::testing::HasSubstr("no method is left to compare; tsvd is left out")));
  inputs.erase(inputs.begin());
  EXPECT_TRUE(left_out(inputs, {.methods = {"tsvd"}}).empty()) << "no input could be read";
}

TEST(CarryOut, measures_what_the_library_measures) {
  const auto inputs = two_inputs();
  Journal journal;
  const auto runs = carry_out(inputs, tasks_of(inputs, small), journal, 2, {});
  ASSERT_EQ(runs.size(), 6U);
  const Matrix truth = inputs[1].read().truth;
  const Matrix corrupted = corrupt(truth, 0.3, 255, 1, 1);
  EXPECT_EQ(runs[3].key.method, nothing_done);
  EXPECT_EQ(runs[3].score.rmae, score(truth, corrupted).rmae);
  const auto fit = make_method("grmf")->fit(Data(corrupted), {.rank = 2, .seed = 1});
  EXPECT_EQ(runs[4].score.rmae, score(truth, fit.reconstruct()).rmae);
  EXPECT_EQ(runs[4].groups, fit.groups().mean);
  EXPECT_EQ(runs[4].sweeps, fit.sweeps());
  EXPECT_EQ(runs[4].status, to_string(fit.status));
}

TEST(CarryOut, any_number_of_threads_gives_the_same) {
  const auto inputs = two_inputs();
  const auto tasks = tasks_of(inputs, small);
  Journal one;
  Journal three;
  const auto a = carry_out(inputs, tasks, one, 1, {});
  const auto b = carry_out(inputs, tasks, three, 3, {});
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].key, b[k].key);
    EXPECT_EQ(a[k].score.rmae, b[k].score.rmae);
    EXPECT_EQ(a[k].objective, b[k].objective);
  }
}

TEST(CarryOut, an_input_at_another_place_has_other_noise_and_is_fitted_again) {
  auto inputs = two_inputs();
  Journal journal;
  const auto before = carry_out(inputs, tasks_of(inputs, small), journal, 1, {});
  inputs[0].number = 7;
  const auto after = carry_out(inputs, tasks_of(inputs, small), journal, 1, {});
  ASSERT_EQ(before.size(), after.size());
  EXPECT_NE(before[0].score.rmae, after[0].score.rmae);  // the run of the changed input itself
  EXPECT_EQ(before[3].score.rmae, after[3].score.rmae);  // the run of the other input
}

TEST(CarryOut, makes_only_what_is_missing) {
  const auto inputs = two_inputs();
  auto tasks = tasks_of(inputs, small);
  Journal journal;
  std::size_t first = 0;
  std::size_t calls = 0;
  const Watch watch{.on_progress =
                        [&](std::size_t done, std::size_t of) {
                          if (calls++ == 0) first = done;
                          EXPECT_EQ(of, tasks.size());
                        },
                    .on_failure = {},
                    .stop_wanted = {}};
  carry_out(inputs, tasks, journal, 1, watch);
  EXPECT_EQ(first, 0U);
  EXPECT_EQ(calls, tasks.size() + 1);
  calls = 0;
  carry_out(inputs, tasks, journal, 1, watch);
  EXPECT_EQ(first, tasks.size());
  EXPECT_EQ(calls, 1U);
  // A run without its picture does not do where the picture is to be shown.
  for (Task& task : tasks) task.shown.picture = true;
  calls = 0;
  const auto runs = carry_out(inputs, tasks, journal, 1, watch);
  EXPECT_EQ(first, 0U);
  EXPECT_FALSE(runs.front().picture.empty());
}

TEST(CarryOut, stops_when_asked_and_goes_on_later) {
  const auto inputs = two_inputs();
  const auto tasks = tasks_of(inputs, small);
  Journal journal;
  std::atomic<bool> stop = false;
  const Watch watch{.on_progress = [&](std::size_t done, std::size_t) { stop = done == 2; },
                    .on_failure = {},
                    .stop_wanted = [&] { return stop.load(); }};
  EXPECT_EQ(carry_out(inputs, tasks, journal, 1, watch).size(), 2U);
  EXPECT_EQ(carry_out(inputs, tasks, journal, 1, {}).size(), tasks.size());
}

TEST(CarryOut, one_method_that_refuses_is_told_and_the_rest_is_done) {
  const auto inputs = two_inputs();
  const auto tasks = tasks_of(inputs, {.methods = {"grmf", "tsvd"}, .ranks = {31}});
  Journal journal;
  int failed = 0;
  const Watch watch{.on_progress = {},
                    .on_failure =
                        [&](const FitRun& run) {
                          ++failed;
                          EXPECT_THAT(run.error, ::testing::HasSubstr("rank"));
                        },
                    .stop_wanted = {}};
  const auto runs = carry_out(inputs, tasks, journal, 2, watch);
  EXPECT_EQ(failed, 4);
  EXPECT_EQ(runs.size(), 6U);  // including the inputs as they are
}

TEST(CarryOut, a_rank_left_open_is_the_same_for_all_methods) {
  const auto inputs = two_inputs();
  const auto tasks = tasks_of(inputs, {.methods = {"grmf", "tsvd", "prmf"}, .ranks = {0}});
  Journal journal;
  const auto runs = carry_out(inputs, tasks, journal, 2, {});
  EXPECT_GE(runs[1].rank, 1);
  EXPECT_EQ(runs[1].rank, runs[2].rank);
  EXPECT_EQ(runs[1].rank, runs[3].rank);
  EXPECT_EQ(runs[1].rank, rank_of_data(Data(inputs[0].read().values), {.seed = 1}));
}

TEST(FitCase, rpca_as_published_is_scored_by_its_own_input) {
  const auto inputs = two_inputs();
  const auto tasks = tasks_of(
      inputs,
      {.methods = {"rpca"}, .settings = {Setting::fair, Setting::published}, .ratios = {0.3}});
  Journal journal;
  const auto runs = carry_out(inputs, tasks, journal, 1, {});
  EXPECT_EQ(runs[0].key.method, nothing_done);
  EXPECT_NEAR(runs[2].score.rmae, runs[0].score.rmae, 1e-4);
  EXPECT_LT(runs[1].score.rmae, runs[0].score.rmae / 2);
}

TEST(Survey, tells_what_cannot_be_read) {
  std::vector<Input> inputs{file_input("x", "/nowhere/x.png"), drawn_part("a", 0)};
  survey(inputs);
  EXPECT_THAT(inputs[0].error, ::testing::HasSubstr("/nowhere/x.png"));
  EXPECT_EQ(inputs[1].error, "");
  EXPECT_EQ(inputs[1].rows, 40);
  EXPECT_NE(inputs[1].digest, two_inputs()[1].digest);
  EXPECT_EQ(inputs[1].digest, two_inputs()[0].digest);
}

TEST(Destroyed, a_matrix_without_white_uses_its_largest_entry) {
  Input input;
  input.name = "m";
  const Matrix values{{1, 2}, {3, 8}};
  input.read = [=] { return Content{.values = values, .truth = values, .peak = 0}; };
  EXPECT_EQ(destroyed(input, 0.9, 1).corrupted, corrupt(values, 0.9, 8, 1, 0));
  EXPECT_EQ(destroyed(input, 0, 1).corrupted, values);
  const Matrix dark(2, 2, -1.0);
  input.read = [=] { return Content{.values = dark, .truth = dark, .peak = 0}; };
  EXPECT_THROW(destroyed(input, 0.5, 1), Error);
}

}  // namespace
}  // namespace grmf::experiment
