// Floats are stored as floats and computed with as doubles: a fit gives the same result as a fit to
// the same numbers stored as doubles.

#include <cmath>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "support/names.h"
#include "support/problems.h"

namespace grmf {
namespace {

using test::same_bytes;

Matrix32 positive_problem(Index rows, Index cols) {
  test::Random random(61);
  Matrix y = test::planted(rows, cols, 3, 0.2, random).y;
  for (double& value : y.values()) value = std::abs(value) + 0.01;
  return test::narrowed(y);
}

Matrix32 with_gaps(Matrix32 y) {
  for (Index k = 0; k < y.size(); k += 17) y.data()[k] = std::numeric_limits<float>::quiet_NaN();
  return y;
}

Matrix32 weights_for(const Matrix32& y) {
  test::Random random(62);
  std::uniform_real_distribution<float> uniform(0.1F, 3.0F);
  Matrix32 weights(y.rows(), y.cols());
  for (float& value : weights.values()) value = uniform(random);
  for (Index k = 0; k < y.size(); k += 29) weights.data()[k] = 0;
  return weights;
}

Matrix widened(const Matrix32& a) { return AnyMatrix(a).widened(); }

void expect_same(const Result& actual, const Result& expected) {
  EXPECT_TRUE(same_bytes(actual.u, expected.u));
  EXPECT_TRUE(same_bytes(actual.v, expected.v));
  EXPECT_EQ(actual.history, expected.history);
  EXPECT_EQ(actual.objective, expected.objective);
  if (!std::isnan(expected.certificate)) {
    EXPECT_EQ(actual.certificate, expected.certificate);
  }
  EXPECT_EQ(actual.outliers, expected.outliers);
}

/// Compares the fits for several numbers of threads.
void expect_same_fit(const Method& method, const Data& narrow, const Data& wide,
                     FitOptions options) {
  ASSERT_TRUE(narrow.stored_y().narrow());
  ASSERT_FALSE(wide.stored_y().narrow());
  options.threads = 1;
  const Result expected = method.fit(wide, options);
  for (const int threads : {1, 3}) {
    SCOPED_TRACE(threads);
    options.threads = threads;
    expect_same(method.fit(narrow, options), expected);
  }
}

class Floats : public testing::TestWithParam<std::string_view> {};

TEST_P(Floats, are_fitted_as_the_same_doubles) {
  const auto method = make_method(GetParam());
  for (const auto& [rows, cols, rank] : {std::tuple{103, 78, 3}, {70, 530, 2}, {61, 45, 1}}) {
    SCOPED_TRACE(rows);
    const Matrix32 y = positive_problem(rows, cols);
    const FitOptions options{.rank = rank, .max_sweeps = 6};
    expect_same_fit(*method, Data(y), Data(widened(y)), options);
    if (!method->takes_gaps()) continue;
    const Matrix32 gappy = with_gaps(y);
    expect_same_fit(*method, Data(gappy), Data(widened(gappy)), options);
    const Matrix32 weights = weights_for(y);
    const Data weighted(widened(gappy), widened(weights));
    expect_same_fit(*method, Data(gappy, weights), weighted, options);
    expect_same_fit(*method, Data(gappy, widened(weights)), weighted, options);
  }
}

TEST_P(Floats, are_fitted_as_the_same_doubles_by_the_published_preset) {
  const auto method = make_method(GetParam());
  method->set("preset", "published");
  const Matrix32 y = positive_problem(40, 31);
  expect_same_fit(*method, Data(y), Data(widened(y)), {.rank = 2, .max_sweeps = 6});
}

INSTANTIATE_TEST_SUITE_P(methods, Floats, testing::ValuesIn(method_names()),
                         test::NamedByParameter());

class FloatsOfTheEngine : public testing::TestWithParam<const char*> {};

TEST_P(FloatsOfTheEngine, start_in_any_way_as_the_same_doubles) {
  const auto method = make_method("grmf");
  method->set("init", GetParam());
  // The rows are so long that they are taken in parts.
  const Matrix32 y = with_gaps(positive_problem(60, 2100));
  expect_same_fit(*method, Data(y), Data(widened(y)), {.rank = 3, .max_sweeps = 2});
}

INSTANTIATE_TEST_SUITE_P(starts, FloatsOfTheEngine, testing::Values("robust", "svd", "random"),
                         test::NamedByParameter());

TEST(FloatsOfTune, are_judged_as_the_same_doubles) {
  const Matrix32 y = with_gaps(positive_problem(60, 50));
  const auto method = make_method("grmf");
  const TuneOptions options{.rank = 3, .knobs = {.loss = true, .ridge = true}};
  const Tuned narrow = tune(*method, Data(y), options);
  const Tuned wide = tune(*method, Data(widened(y)), options);
  ASSERT_EQ(narrow.trials.size(), wide.trials.size());
  for (std::size_t k = 0; k < wide.trials.size(); ++k)
    EXPECT_EQ(narrow.trials[k].score, wide.trials[k].score);
}

}  // namespace
}  // namespace grmf
