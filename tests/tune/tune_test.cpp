#include "grmf/tune.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "grmf/error.h"
#include "grmf/models.h"
#include "support/problems.h"

namespace grmf {
namespace {

using test::Random;

/// Data of rank 3 with noise, outliers and gaps.
Matrix low_rank(unsigned seed, double noise = 0.02, Index rows = 80, Index cols = 60) {
  Random random(seed);
  Matrix y = test::planted(rows, cols, 3, 0.2, random).y;
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (double& value : y.values()) {
    value += noise * normal(random);
    if (uniform(random) < 0.1) value = std::numeric_limits<double>::quiet_NaN();
  }
  return y;
}

/// Checks that a method has the settings of a trial, but for the loss, which its fit chooses again.
void expect_settings(const Method& method, const Trial& trial) {
  for (const auto& [name, value] : trial.settings)
    EXPECT_EQ(method.get(name), name == "loss" ? OptionValue("auto") : value) << name;
}

TEST(Tune, finds_the_rank_of_low_rank_data) {
  for (const double noise : {0.0, 0.02}) {
    for (unsigned seed = 0; seed < 3; ++seed) {
      const Tuned tuned =
          tune(Grmf(), Data(low_rank(seed, noise, 160, 120)), {.knobs = {.loss = true}});
      EXPECT_EQ(tuned.rank, 3) << seed << ", noise " << noise << ": " << tuned.why;
    }
  }
}

/// A method, and the kind of planted data whose rank held-out entries must tell it.
struct PlantedFor {
  const char* method;
  double gross;      ///< share of the entries replaced by gross errors
  bool nonnegative;  ///< whether factors and data are non-negative
};

/// U V^T of this rank with noise, gross errors and gaps.
Matrix planted_for(const PlantedFor& kind, int rank, Random& random) {
  Matrix u = test::normal_matrix(100, rank, random);
  Matrix v = test::normal_matrix(80, rank, random);
  if (kind.nonnegative) {
    for (double& value : u.values()) value = std::abs(value);
    for (double& value : v.values()) value = std::abs(value);
  }
  Matrix y = multiply_transposed(u, v);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (double& value : y.values()) {
    if (uniform(random) < kind.gross) value = 20 * uniform(random) - 10;
    value += 0.02 * normal(random);
    if (kind.nonnegative) value = std::abs(value);
    if (uniform(random) < 0.1) value = std::numeric_limits<double>::quiet_NaN();
  }
  return y;
}

/// With fewer columns than planted a part of the data is not explained, and with more only noise is
/// left to explain. Least squares follow gross errors, so gmf-l2 gets none. The loss of godec-plus
/// must reach as far as the unit of the data: a narrower one has local minima at the planted rank
/// that more columns avoid.
TEST(Tune, finds_the_planted_rank_for_other_methods) {
  for (const PlantedFor& kind : {PlantedFor{"prmf", 0.2, false},
                                 {"gmf-l2", 0.0, false},
                                 {"ngrmf", 0.2, true},
                                 {"rnmf", 0.2, true},
                                 {"godec-plus", 0.2, false}}) {
    const auto method = make_method(kind.method);
    if (method->name() == "godec-plus") method->set("sigma", 1.0);
    for (const int rank : {2, 4}) {
      Random random(20 + rank);
      const Tuned tuned = tune(*method, Data(planted_for(kind, rank, random)));
      EXPECT_EQ(tuned.rank, rank) << kind.method << ": " << tuned.why;
      EXPECT_EQ(tuned.method->name(), kind.method);
    }
  }
}

TEST(Tune, chooses_what_is_as_good_as_the_best_and_simplest) {
  const Tuned tuned = tune(Grmf(), Data(low_rank(2)), {.knobs = {.loss = true, .ridge = true}});
  const Trial& chosen = tuned.trials[tuned.chosen];
  double best = std::numeric_limits<double>::infinity();
  for (const Trial& trial : tuned.trials) best = std::min(best, trial.score);
  const auto margin = [&](const Trial& trial) {
    return std::max({0.5 * trial.standard_error, 1e-3 * best, 1e-5});
  };
  EXPECT_LE(chosen.above_best, margin(chosen));
  for (const Trial& trial : tuned.trials) {
    EXPECT_DOUBLE_EQ(trial.above_best, trial.score - best);
    if (trial.above_best <= margin(trial)) {
      EXPECT_GE(std::pair(trial.rank, trial.score), std::pair(chosen.rank, chosen.score));
    }
  }
  EXPECT_EQ(tuned.rank, chosen.rank);
  expect_settings(*tuned.method, chosen);
}

TEST(Tune, chooses_grouping_by_fits_that_had_it) {
  const Tuned tuned =
      tune(Grmf(), Data(low_rank(2)), {.knobs = {.loss = true, .ridge = true, .grouping = true}});
  const Trial& chosen = tuned.trials[tuned.chosen];
  const bool named = std::any_of(chosen.settings.begin(), chosen.settings.end(),
                                 [](const auto& setting) { return setting.first == "lambda2"; });
  EXPECT_TRUE(named) << tuned.why;
  expect_settings(*tuned.method, chosen);
}

TEST(Tune, is_the_same_for_any_number_of_threads) {
  const Data data(low_rank(9));
  const Tuned one = tune(Grmf(), data, {.knobs = {.loss = true}, .threads = 1});
  const Tuned three = tune(Grmf(), data, {.knobs = {.loss = true}, .threads = 3});
  ASSERT_EQ(one.trials.size(), three.trials.size());
  for (std::size_t k = 0; k < one.trials.size(); ++k)
    EXPECT_EQ(one.trials[k].score, three.trials[k].score);
}

TEST(Tune, keeps_options_that_differ_between_the_factors) {
  const Tuned tuned = tune(Grmf({.lambda1 = {0.002, 0.003}, .lambda3 = {0.3, 0.6}}),
                           Data(low_rank(4)), {.rank = 3});
  EXPECT_EQ(tuned.method->get("lambda1_v"), OptionValue(0.003));
  EXPECT_EQ(tuned.method->get("lambda3_v"), OptionValue(0.6));
}

TEST(Tune, leaves_a_ridge_alone_that_is_no_knob) {
  const Tuned tuned =
      tune(Grmf({.lambda3 = 0.3}), Data(low_rank(4)), {.rank = 3, .knobs = {.grouping = true}});
  for (const Trial& trial : tuned.trials) {
    for (const auto& [name, value] : trial.settings) EXPECT_NE(name, "lambda3");
  }
  EXPECT_EQ(tuned.method->get("lambda3"), OptionValue(0.3));
}

TEST(Tune, moves_the_ridges_of_both_factors_together) {
  const Tuned tuned =
      tune(Grmf({.lambda3 = {0.3, 0.6}}), Data(low_rank(4)), {.rank = 3, .knobs = {.ridge = true}});
  ASSERT_GT(tuned.trials.size(), 1U);
  for (std::size_t k = 1; k < tuned.trials.size(); ++k) {
    const auto& settings = tuned.trials[k].settings;
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[0].first, "lambda3_u");
    EXPECT_NEAR(std::get<double>(settings[1].second), 2 * std::get<double>(settings[0].second),
                1e-12);
  }
}

TEST(Tune, needs_no_trial_where_rank_1_is_all_there_is) {
  const Tuned tuned = tune(Grmf(), Data(Matrix(2, 40, 1.0)));
  EXPECT_EQ(tuned.rank, 1);
  EXPECT_TRUE(tuned.trials.empty());
}

TEST(Tune, a_stop_in_one_of_several_folds_is_not_forgotten) {
  int asked = 0;
  const Tuned tuned = tune(Grmf(), Data(low_rank(5)), {.on_sweep = [&](const Progress&) {
                             return ++asked == 1 ? Action::stop : Action::proceed;
                           }});
  EXPECT_TRUE(tuned.stopped);
  EXPECT_EQ(tuned.trials.size(), 1U);
  EXPECT_NE(tuned.why.find("ended before"), std::string::npos) << tuned.why;
}

TEST(Tune, ends_at_the_time_limit_with_what_it_has) {
  const Tuned tuned = tune(Grmf(), Data(low_rank(4)), {.time_limit = 0.0});
  EXPECT_TRUE(tuned.stopped);
  EXPECT_EQ(tuned.trials.size(), 1U);
  EXPECT_EQ(tuned.rank, 1);
}

TEST(Tune, does_not_depend_on_the_unit_or_the_number_of_threads) {
  const Matrix y = low_rank(3);
  const Tuned plain = tune(Grmf(), Data(y), {.knobs = {.loss = true}, .threads = 1});
  const Tuned scaled =
      tune(Grmf(), Data(test::scaled(y, 1024.0)), {.knobs = {.loss = true}, .threads = 3});
  ASSERT_EQ(plain.trials.size(), scaled.trials.size());
  for (std::size_t k = 0; k < plain.trials.size(); ++k)
    EXPECT_NEAR(plain.trials[k].score, scaled.trials[k].score, 1e-9);
  EXPECT_EQ(plain.why, scaled.why);
}

TEST(Tune, keeps_a_given_rank_and_the_options_of_the_method) {
  const Tuned tuned =
      tune(Grmf({.lambda3 = 0.7}), Data(low_rank(4)), {.rank = 5, .knobs = {.loss = true}});
  EXPECT_EQ(tuned.rank, 5);
  EXPECT_EQ(tuned.trials.size(), 2U);
  EXPECT_EQ(tuned.method->get("lambda3"), OptionValue(0.7));
}

TEST(Tune, can_be_stopped) {
  int seen = 0;
  const Tuned tuned =
      tune(Grmf(), Data(low_rank(5)),
           {.on_trial = [&](const Trial&) { return ++seen < 2 ? Action::proceed : Action::stop; }});
  EXPECT_TRUE(tuned.stopped);
  EXPECT_EQ(tuned.trials.size(), 2U);
  EXPECT_LE(tuned.rank, 2);
}

TEST(Tune, refuses_what_it_cannot_do) {
  const Data data(low_rank(6));
  EXPECT_THROW(tune(*make_method("rpca"), data), Error);
  EXPECT_THROW(tune(*make_method("tsvd"), data), Error) << "it takes no gaps";
  EXPECT_THROW(tune(Grmf(), data, {.threads = 5000}), Error);
  EXPECT_THROW(tune(Grmf(), data, {.time_limit = -1.0}), Error);
  EXPECT_THROW(tune(Grmf(), data, {.held_out = 0.0}), Error);
  EXPECT_THROW(tune(Grmf(), data, {.held_out = 0.6}), Error);
  EXPECT_THROW(tune(Grmf(), data, {.rank = 61}), Error);
  EXPECT_THROW(tune(Grmf(), Data(Matrix(3, 3, 1.0))), Error) << "nothing to hold out";
}

TEST(AtanLoss, recovers_more_than_l1_where_half_of_the_entries_are_wrong) {
  Random random(8);
  const test::Planted problem = test::planted(120, 90, 5, 0.5, random);
  const auto error = [&](Loss loss) {
    return test::rmae(problem.truth,
                      Grmf({.loss = loss}).fit(Data(problem.y), {.rank = 5}).reconstruct());
  };
  EXPECT_LT(error(Loss::atan), error(Loss::l1));
}

TEST(AtanLoss, non_negative_factors_grow_from_the_l1_solution_of_another_rank) {
  Random random(18);
  Matrix u = test::normal_matrix(90, 4, random);
  Matrix v = test::normal_matrix(70, 4, random);
  for (double& value : u.values()) value = std::abs(value);
  for (double& value : v.values()) value = std::abs(value);
  const Matrix truth = multiply_transposed(u, v);
  Matrix y = truth;
  std::uniform_real_distribution<double> uniform;
  for (double& value : y.values()) {
    if (uniform(random) < 0.4) value = 20 * uniform(random);
  }
  const auto error = [&](const GrmfOptions& options) {
    return test::rmae(truth, NGrmf(options).fit(Data(y), {.rank = 4}).reconstruct());
  };
  EXPECT_LT(error({.loss = Loss::atan, .l1_rank = 2}), 0.5 * error({.loss = Loss::l1}));
}

/// A method that the library does not know.
class OwnMethod final : public Method {
 public:
  [[nodiscard]] std::string_view name() const override { return "own-method"; }
  [[nodiscard]] std::string_view summary() const override { return "an own method"; }
  [[nodiscard]] std::span<const OptionSpec> options() const override { return {}; }
  [[nodiscard]] StopDefaults stop_defaults() const override { return {}; }
  void set(std::string_view option, const OptionValue& /*value*/) override {
    throw Error(ErrorCode::unknown_name, "unknown option " + std::string(option));
  }
  [[nodiscard]] OptionValue get(std::string_view /*option*/) const override { return 0.0; }
  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override {
    ++*fits_;
    return GmfL2().fit(data, options);
  }
  [[nodiscard]] std::unique_ptr<Method> clone() const override {
    return std::make_unique<OwnMethod>(*this);
  }
  [[nodiscard]] int fits() const { return *fits_; }

 private:
  std::shared_ptr<int> fits_ = std::make_shared<int>(0);
};

TEST(Tune, finds_the_rank_for_a_method_of_the_users_own) {
  Random random(31);
  const Matrix y = test::planted(80, 60, 3, 0.0, random).y;
  const OwnMethod method;
  const Tuned tuned = tune(method, Data(y), {.knobs = {.loss = true, .grouping = true}});
  EXPECT_EQ(tuned.rank, 3);
  EXPECT_EQ(tuned.method->name(), "own-method");
  EXPECT_GE(method.fits(), 5);
  for (const Trial& trial : tuned.trials) EXPECT_TRUE(trial.settings.empty());
}

TEST(Method, clones_have_the_same_options_and_are_independent) {
  for (const std::string_view name : method_names()) {
    const auto method = make_method(name);
    method->set("preset", std::string("published"));
    const auto clone = method->clone();
    EXPECT_EQ(clone->name(), name);
    for (const OptionSpec& spec : method->options())
      EXPECT_EQ(clone->get(spec.name), method->get(spec.name)) << name << ", " << spec.name;
    clone->set("preset", std::string("standard"));
    EXPECT_EQ(method->get("preset"), OptionValue(std::string("published"))) << name;
  }
}

}  // namespace
}  // namespace grmf
