// A fit that is stopped and resumed ends with the bytes of one that never was.

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "support/files.h"
#include "support/refusal.h"
#include "support/resumable.h"

namespace grmf {
namespace {

/// The state after sweep or step `number` of a fit, counting those of its start, at which the fit
/// is stopped; empty if it ends before.
std::optional<RunState> state_after(const test::ResumableFit& fit, int number) {
  std::optional<RunState> state;
  int calls = 0;
  FitOptions options = fit.options();
  options.threads = 2;
  options.on_sweep = [&](const Progress& progress) {
    if (++calls < number) return Action::proceed;
    state = progress.state();
    return Action::stop;
  };
  const Result result = fit.make()->fit(fit.data(), options);
  EXPECT_EQ(result.status == Status::stopped, state.has_value()) << fit.name << ", " << number;
  return state;
}

std::string as_text(const RunState& state) {
  const auto bytes = state.save();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Resume : public testing::TestWithParam<std::string> {};

TEST_P(Resume, in_another_process_gives_the_bytes_of_a_fit_that_was_not_stopped) {
  const test::ResumableFit fit = test::resumable_fit(GetParam());
  const std::string expected = fit.model(fit.make()->fit(fit.data(), fit.options()));
  const test::TemporaryFolder folder;
  const auto state_file = folder.path() / "state";
  const auto model_file = folder.path() / "model";
  for (const int number : {1, 5, 20}) {
    const std::optional<RunState> state = state_after(fit, number);
    if (!state) continue;  // the fit is shorter
    test::write_bytes(state_file, as_text(*state));
    const std::string command = std::string("'") + GRMF_RESUME_WORKER + "' " + fit.name + " '" +
                                state_file.string() + "' '" + model_file.string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    EXPECT_TRUE(test::bytes_of(model_file) == expected) << "stopped after " << number;
  }
}

/// Every stop of a short fit, in this process.
TEST_P(Resume, from_any_sweep_gives_the_same_bytes) {
  const test::ResumableFit fit = test::resumable_fit(GetParam());
  const std::string expected = fit.model(fit.make()->fit(fit.data(), fit.options()));
  for (int number = 1;; number = number + 1 + number / 3) {
    FitOptions options = fit.options();
    options.resume = state_after(fit, number);
    if (!options.resume) break;
    EXPECT_TRUE(fit.model(fit.make()->fit(fit.data(), options)) == expected)
        << "stopped after " << number;
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const test::ResumableFit& fit : test::resumable_fits()) all.push_back(fit.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(fits, Resume, testing::ValuesIn(names()),
                         [](const auto& instance) { return instance.param; });

TEST(Resume, of_a_resumed_fit_gives_the_same_bytes_again) {
  const test::ResumableFit fit = test::resumable_fit("grmf");
  const std::string expected = fit.model(fit.make()->fit(fit.data(), fit.options()));
  FitOptions options = fit.options();
  options.resume = state_after(fit, 4);
  for (int stop = 0; stop < 3; ++stop) {
    std::optional<RunState> next;
    int calls = 0;
    options.on_sweep = [&](const Progress& progress) {
      if (++calls < 6) return Action::proceed;
      next = progress.state();
      return Action::stop;
    };
    static_cast<void>(fit.make()->fit(fit.data(), options));
    ASSERT_TRUE(next.has_value());
    options.resume = next;
  }
  options.on_sweep = {};
  EXPECT_TRUE(fit.model(fit.make()->fit(fit.data(), options)) == expected);
}

TEST(Resume, in_a_trial_and_in_the_second_stage_gives_the_same_bytes) {
  const test::ResumableFit fit = test::resumable_fit("grmf_refined");
  int calls = 0;
  int in_trial = 0;
  int in_second_stage = 0;
  FitOptions options = fit.options();
  options.on_sweep = [&](const Progress& progress) {
    ++calls;
    if (progress.stage == 1 && progress.aside) in_trial = calls;
    if (progress.stage == 2) in_second_stage = calls;
    return Action::proceed;
  };
  const std::string expected = fit.model(fit.make()->fit(fit.data(), options));
  options.on_sweep = {};
  for (const int number : {in_trial, in_second_stage}) {
    ASSERT_GT(number, 0);
    options.resume = state_after(fit, number);
    ASSERT_TRUE(options.resume.has_value());
    EXPECT_TRUE(fit.model(fit.make()->fit(fit.data(), options)) == expected) << number;
  }
}

TEST(Resume, is_refused_for_another_fit) {
  const test::ResumableFit fit = test::resumable_fit("grmf");
  FitOptions options = fit.options();
  options.resume = state_after(fit, 5);
  auto other = fit.make();
  other->set("lambda3", 0.123);
  EXPECT_THAT([&] { static_cast<void>(other->fit(fit.data(), options)); },
              test::refuses(ErrorCode::invalid_data, "another fit", "0.123"));
  EXPECT_THAT([&] { static_cast<void>(fit.make()->fit(Data(Matrix(9, 9, 1.0)), options)); },
              test::refuses(ErrorCode::invalid_data, "another fit", "9 x 9"));
}

TEST(Resume, is_refused_for_other_data_that_look_alike) {
  const test::ResumableFit fit = test::resumable_fit("tsvd");
  FitOptions options = fit.options();
  options.resume = state_after(fit, 1);
  const Data data = fit.data();
  Matrix y(data.rows(), data.cols());
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) = data.y(i, j);
  }
  EXPECT_EQ(fit.make()->fit(Data(y), options).status, Status::converged);
  std::swap(y(3, 4), y(5, 6));
  EXPECT_THAT([&] { static_cast<void>(fit.make()->fit(Data(y), options)); },
              test::refuses(ErrorCode::invalid_data, "the data differ"));
}

TEST(Resume, gets_to_where_it_was_before_it_looks_at_the_clock) {
  for (const char* name : {"grmf", "ngrmf", "prmf", "godec_plus", "rnmf", "tsvd", "rpca"}) {
    const test::ResumableFit fit = test::resumable_fit(name);
    for (const int number : {1, 4, 9}) {
      FitOptions options = fit.options();
      options.resume = state_after(fit, number);
      if (!options.resume) break;
      options.time_limit = 0.0;
      const Result result = fit.make()->fit(fit.data(), options);
      EXPECT_TRUE(result.status == Status::time_limit || result.status == Status::converged)
          << name << ", " << number << ": " << result.message;
    }
  }
}

TEST(Resume, inside_the_start_needs_the_same_cap) {
  const test::ResumableFit fit = test::resumable_fit("grmf");
  FitOptions options = fit.options();
  options.max_sweeps = 70;
  options.resume = state_after(fit, 2);
  EXPECT_THAT([&] { static_cast<void>(fit.make()->fit(fit.data(), options)); },
              test::refuses(ErrorCode::invalid_data, "max_sweeps was 60 and is 70"));
}

TEST(Resume, has_a_state_that_depends_on_the_run_alone) {
  for (const char* name : {"grmf", "prmf", "rpca"}) {
    const test::ResumableFit fit = test::resumable_fit(name);
    EXPECT_EQ(state_after(fit, 3)->save(), state_after(fit, 3)->save()) << name;
  }
}

TEST(Resume, is_refused_from_damaged_bytes) {
  const RunState state = *state_after(test::resumable_fit("prmf"), 5);
  const std::vector<std::byte> whole = state.save();
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 200) {
    std::vector<std::byte> bytes = whole;
    bytes[at] ^= std::byte{16};
    EXPECT_THAT([&] { RunState::load(bytes); }, test::refuses(ErrorCode::unreadable, "resume"))
        << at;
    bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_THAT([&] { RunState::load(bytes); }, test::refuses(ErrorCode::unreadable, "resume"))
        << at;
  }
}

TEST(Progress, shows_the_factors_of_y_where_its_transpose_is_fitted) {
  const test::ResumableFit fit{
      .name = "robust",
      .method = "godec-plus",
      .settings = {{"preset", std::string("published")}, {"init", std::string("robust")}}};
  FitOptions options = fit.options();
  int calls = 0;
  options.on_sweep = [&](const Progress& progress) {
    ++calls;
    EXPECT_EQ(progress.factors().u.rows(), 50) << progress.sweep;
    return Action::proceed;
  };
  static_cast<void>(fit.make()->fit(fit.data(), options));
  EXPECT_GT(calls, 5);
}

TEST(Progress, gives_the_factors_of_every_sweep) {
  for (const test::ResumableFit& fit : test::resumable_fits()) {
    FitOptions options = fit.options();
    Factors last;
    options.on_sweep = [&](const Progress& progress) {
      const Factors now = progress.factors();
      EXPECT_EQ(now.u.rows(), 50) << fit.name;
      EXPECT_EQ(now.v.rows(), 40) << fit.name;
      if (!progress.aside) last = now;
      return Action::proceed;
    };
    const Result result = fit.make()->fit(fit.data(), options);
    EXPECT_EQ(last.u, result.u) << fit.name;
    EXPECT_EQ(last.v, result.v) << fit.name;
  }
}

}  // namespace
}  // namespace grmf
