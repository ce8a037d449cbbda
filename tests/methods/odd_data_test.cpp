// Rows and columns without data, and negative entries where the factors are not.

#include "methods/odd_data.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/hold_out.h"
#include "grmf/grmf.h"
#include "support/problems.h"

namespace grmf {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Positive numbers of rank 2 with outliers, without data in the rows 0 and 7 and the columns 0
/// and 4: the first ones are where decompositions leave rounding.
Matrix with_empty_lines() {
  test::Random random(3);
  Matrix y = test::planted(20, 15, 2, 0.1, random).y;
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j)
      y(i, j) = i % 7 == 0 && i < 14 ? nan : (j == 0 || j == 4 ? nan : std::abs(y(i, j)));
  }
  return y;
}

using Settings = std::vector<std::pair<std::string, OptionValue>>;

/// Every method that takes gaps, in all ways that lead to its factors by other code.
const std::vector<std::pair<std::string, Settings>> ways = {
    {"grmf", {}},
    {"grmf", {{"lambda3", 0.0}}},
    {"grmf", {{"lambda3", 0.0}, {"lambda1", 0.01}, {"init", "svd"}}},
    {"grmf", {{"lambda1", 0.02}, {"lambda2", 0.02}}},
    {"grmf", {{"refine", "on"}}},
    {"grmf", {{"loss", "atan"}}},
    {"grmf", {{"solver", "dc-admm"}}},
    {"grmf", {{"init", "random"}, {"lambda3", 0.0}}},
    {"grmf", {{"preset", "published"}}},
    {"ngrmf", {}},
    {"ngrmf", {{"preset", "published"}}},
    {"gmf-l2", {}},
    {"prmf", {}},
    {"prmf", {{"lambda_u", 0.0}, {"lambda_v", 0.0}}},
    {"prmf", {{"preset", "published"}}},
    {"godec-plus", {}},
    {"godec-plus", {{"init", "random"}}},
    {"godec-plus", {{"preset", "published"}}},
    {"rpca", {}},
    {"rpca", {{"algorithm", "ialm"}}},
    {"rnmf", {}},
};

void expect_zeros(const Matrix& estimate) {
  for (const Index i : {0, 7}) {
    for (Index j = 0; j < estimate.cols(); ++j) EXPECT_EQ(estimate(i, j), 0.0) << i << ", " << j;
  }
  for (const Index j : {0, 4}) {
    for (Index i = 0; i < estimate.rows(); ++i) EXPECT_EQ(estimate(i, j), 0.0) << i << ", " << j;
  }
}

TEST(EmptyLinesOfMethods, are_estimated_as_exactly_0_and_told) {
  const Data data(with_empty_lines());
  for (const auto& [name, settings] : ways) {
    const auto method = make_method(name);
    std::string way = name;
    for (const auto& [option, value] : settings) {
      method->set(option, value);
      way += " " + option + "=" + to_string(value);
    }
    SCOPED_TRACE(way);
    for (const int most_sweeps : {0, 3, 500}) {
      const Result result = method->fit(data, {.rank = 3, .max_sweeps = most_sweeps});
      expect_zeros(result.reconstruct());
      EXPECT_THAT(result.warnings, Contains("2 rows have no data and are estimated as 0: 0, 7 "
                                            "(counted from 0)"));
      EXPECT_THAT(result.warnings, Contains("2 columns have no data and are estimated as 0: 0, 4 "
                                            "(counted from 0)"));
    }
  }
}

TEST(EmptyLinesOfMethods, are_0_whatever_a_start_says) {
  const Data data(with_empty_lines());
  for (const char* name : {"grmf", "ngrmf", "prmf", "godec-plus", "rnmf"}) {
    SCOPED_TRACE(name);
    const Factors ones{Matrix(20, 2, 1.0), Matrix(15, 2, 1.0)};
    const Result result = make_method(name)->fit(data, {.rank = 2, .max_sweeps = 0, .start = ones});
    expect_zeros(result.reconstruct());
    EXPECT_EQ(result.history.back().objective, result.objective);
    if (!result.formula.loss.empty()) {
      EXPECT_NEAR(evaluate(result.formula, data, {result.u, result.v}).objective, result.objective,
                  1e-9 * result.objective);
    }
  }
}

TEST(EmptyLinesOfMethods, are_named) {
  Matrix y(4, 3, 1.0);
  for (Index j = 0; j < 3; ++j) y(2, j) = nan;
  Data data(y);
  const auto warnings = [&] { return make_method("grmf")->fit(data, {.rank = 1}).warnings; };
  EXPECT_THAT(warnings(), ElementsAre("row 2 (counted from 0) has no data and is estimated as 0"));
  data.set_names({.rows = {"Rome", "Oslo", "Paris", "Bonn"}, .columns = {"a", "b", "c"}});
  EXPECT_THAT(warnings(), ElementsAre("row 'Paris' has no data and is estimated as 0"));
  Data two = data.reweighted(Matrix{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  EXPECT_THAT(make_method("gmf-l2")->fit(two, {.rank = 1}).warnings,
              ElementsAre("row 'Paris' has no data and is estimated as 0",
                          "2 columns have no data and are estimated as 0: 'b', 'c'"));
}

TEST(EmptyLinesOfMethods, of_what_is_held_out_there_is_no_word) {
  const Data data(Matrix{{1, 2, 3, 4}, {2, 4, 6, 8}, {3, 6, 9, 12}, {1, 1, 1, 1}});
  const Data rest = internal::rest_of(data, 0.5, 1);
  EXPECT_LT(rest.observed(), data.observed());
  EXPECT_THAT(make_method("grmf")->fit(rest, {.rank = 1}).warnings, IsEmpty());
}

Matrix with_negative_entries() {
  Matrix y(12, 10);
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) = static_cast<double>((1 + i % 4) * (2 + j % 3));
  }
  y(3, 1) = y(5, 0) = -2;
  return y;
}

constexpr const char* told =
    "2 of 120 observed entries are negative and cannot be reached by "
    "factors >= 0; the first is at ";

TEST(NegativeEntriesOfMethods, are_told_where_the_factors_are_not_negative) {
  const Data data(with_negative_entries());
  const std::vector<std::pair<std::string, Settings>> hard = {
      {"rnmf", {}},
      {"ngrmf", {}},
      {"grmf", {{"nonnegative", "hard"}}},
      {"gmf-l2", {{"nonnegative", "hard"}}}};
  for (const auto& [name, settings] : hard) {
    const auto method = make_method(name);
    for (const auto& [option, value] : settings) method->set(option, value);
    EXPECT_THAT(method->fit(data, {.rank = 2}).warnings,
                ElementsAre(std::string(told) + "row 3, column 1 (counted from 0)"))
        << name;
  }
}

TEST(NegativeEntriesOfMethods, are_named_and_counted_among_what_is_observed) {
  Matrix weights(12, 10, 1.0);
  weights(3, 1) = 0;
  Data data(with_negative_entries(), weights);
  data.set_names({.rows = {}, .columns = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}});
  EXPECT_THAT(make_method("ngrmf")->fit(data, {.rank = 2}).warnings,
              ElementsAre("1 of 119 observed entries is negative and cannot be reached by factors "
                          ">= 0; it is at row 5 (counted from 0), column 'a'"));
}

TEST(NegativeEntriesOfMethods, are_nothing_to_tell_of_where_factors_may_be_negative) {
  const Data data(with_negative_entries());
  for (const char* name : {"grmf", "gmf-l2", "prmf", "godec-plus", "rpca", "tsvd"}) {
    for (const std::string& warning : make_method(name)->fit(data, {.rank = 2}).warnings)
      EXPECT_THAT(warning, Not(HasSubstr("negative"))) << name;
  }
  const auto soft = make_method("ngrmf");
  soft->set("nonnegative", "soft");
  EXPECT_THAT(soft->fit(data, {.rank = 2}).warnings, IsEmpty());
  Matrix positive = with_negative_entries();
  for (double& value : positive.values()) value = std::abs(value);
  EXPECT_THAT(make_method("ngrmf")->fit(Data(positive), {.rank = 2}).warnings, IsEmpty());
}

TEST(RefusalOfMethods, is_told_before_a_fit_in_the_words_of_the_fit) {
  const Data plain(Matrix{{1, 2}, {3, 4}, {5, 7}});
  const Data gaps(Matrix{{1, nan}, {3, 4}, {5, 7}});
  const Data negative(Matrix{{1, 2}, {3, -4}, {5, 7}});
  for (const std::string_view name : method_names()) {
    for (const char* preset : {"standard", "published"}) {
      const auto method = make_method(name);
      method->set("preset", preset);
      EXPECT_EQ(method->refusal(plain), "") << name;
      for (const Data& data : {gaps, negative}) {
        const std::string why = method->refusal(data);
        std::string said;
        try {
          static_cast<void>(method->fit(data, {.rank = 1}));
        } catch (const Error& error) {
          said = error.what();
        }
        EXPECT_EQ(said, why) << name << " " << preset;
      }
      EXPECT_EQ(method->refusal(gaps).empty(), method->takes_gaps()) << name << " " << preset;
    }
  }
  const auto beta = make_method("rnmf");
  beta->set("variant", "beta");
  EXPECT_THAT(beta->refusal(negative), HasSubstr("negative entry at row 1, column 1"));
}

}  // namespace
}  // namespace grmf
