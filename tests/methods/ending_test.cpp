// A fit that is stopped, or out of time, ends soon and says so, wherever it is.

#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "support/names.h"
#include "support/problems.h"

namespace grmf {
namespace {

Data positive_data() {
  test::Random random(21);
  Matrix y = test::planted(60, 50, 3, 0.2, random).y;
  for (double& value : y.values()) value = std::abs(value);
  return Data(std::move(y));
}

/// The parameter is the name of a method and, after an @, of a preset.
class Ending : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::unique_ptr<Method> method() {
    const auto at = GetParam().find('@');
    auto made = make_method(GetParam().substr(0, at));
    made->set("preset", GetParam().substr(at + 1));
    return made;
  }
};

TEST_P(Ending, comes_with_the_first_call_that_asks_for_it) {
  int calls = 0;
  FitOptions options{.rank = 3};
  options.on_sweep = [&](const Progress&) {
    ++calls;
    return Action::stop;
  };
  const Result result = method()->fit(positive_data(), options);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_NE(result.message.find("stopped on request"), std::string::npos) << result.message;
  EXPECT_EQ(result.u.rows(), 60);
  EXPECT_EQ(result.v.rows(), 50);
}

TEST_P(Ending, comes_with_a_call_in_the_middle_of_the_start) {
  int calls = 0;
  FitOptions options{.rank = 3};
  options.on_sweep = [&](const Progress&) { return ++calls == 2 ? Action::stop : Action::proceed; };
  const Result result = method()->fit(positive_data(), options);
  if (calls < 2) GTEST_SKIP() << "it makes a single step";
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(result.status, Status::stopped);
}

TEST_P(Ending, comes_at_once_where_there_is_no_time) {
  int calls = 0;
  FitOptions options{.rank = 3, .time_limit = 0.0};
  options.on_sweep = [&](const Progress&) {
    ++calls;
    return Action::proceed;
  };
  const Result result = method()->fit(positive_data(), options);
  EXPECT_LE(calls, 1);
  EXPECT_EQ(result.status, Status::time_limit);
}

std::vector<std::string> methods_and_presets() {
  std::vector<std::string> all;
  for (const std::string_view name : method_names()) {
    for (const char* preset : {"standard", "published"})
      all.push_back(std::string(name) + "@" + preset);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(methods, Ending, testing::ValuesIn(methods_and_presets()),
                         test::NamedByParameter());

TEST(EndingOfTune, comes_with_the_first_call_and_with_the_time) {
  const Data data = positive_data();
  int calls = 0;
  TuneOptions options{.knobs = {.loss = true, .ridge = true, .grouping = true}};
  options.on_sweep = [&](const Progress&) { return ++calls == 1 ? Action::stop : Action::proceed; };
  const Tuned stopped = tune(Grmf(), data, options);
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.trials.size(), 1U);
  EXPECT_EQ(calls, 1);
  options.on_sweep = {};
  options.time_limit = 0.0;
  const Tuned late = tune(Grmf(), data, options);
  EXPECT_TRUE(late.stopped);
  EXPECT_EQ(late.trials.size(), 1U);
}

}  // namespace
}  // namespace grmf
