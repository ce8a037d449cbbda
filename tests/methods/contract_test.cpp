// What every method promises, whatever it minimises. A promise that not every method can make has a
// suite of its own, which says which methods are excused and why.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "grmf/io/model_file.h"
#include "support/names.h"
#include "support/plain_engine.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using test::same_bytes;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool all_finite(const Matrix& a) {
  return std::all_of(a.values().begin(), a.values().end(),
                     [](double value) { return std::isfinite(value); });
}

Matrix rank_one() {
  Matrix y(12, 9);
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) = static_cast<double>((1 + i) * (2 + j % 3));
  }
  return y;
}

/// The parameter is the name of a method and, after an @, of a backend.
class Contract : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { test::register_plain_engine(); }

  [[nodiscard]] std::string name() const { return GetParam().substr(0, GetParam().find('@')); }
  [[nodiscard]] std::string backend() const {
    const auto at = GetParam().find('@');
    return at == std::string::npos ? "auto" : GetParam().substr(at + 1);
  }
  [[nodiscard]] std::unique_ptr<Method> method() const { return make_method(name()); }
  [[nodiscard]] bool nonnegative() const { return name() == "ngrmf" || name() == "rnmf"; }

  /// Data of low rank with outliers; positive for methods that need that.
  [[nodiscard]] Matrix problem(Index rows, Index cols, unsigned seed = 7) const {
    test::Random random(seed);
    test::Planted planted = test::planted(rows, cols, 2, 0.1, random);
    if (nonnegative()) {
      for (double& value : planted.y.values()) value = std::abs(value);
    }
    return planted.y;
  }
  Result fit(const Matrix& y, FitOptions options = {}) const {
    if (options.rank == 0)
      options.rank = static_cast<int>(std::min({Index{2}, y.rows(), y.cols()}));
    options.backend = backend();
    return method()->fit(Data(y), options);
  }
};

class ContractOfDescent : public Contract {};
class ContractOfSweeps : public Contract {};
class ContractOfGaps : public Contract {};
class ContractOfRobustness : public Contract {};

TEST_P(Contract, y_is_about_u_v_transposed_with_a_row_of_u_for_a_row_of_y) {
  for (const auto& [rows, cols] : {std::pair{23, 14}, {14, 23}, {60, 5}, {5, 60}}) {
    const Matrix y = problem(rows, cols);
    const Result result = fit(y);
    EXPECT_EQ(result.u.rows(), rows);
    EXPECT_EQ(result.v.rows(), cols);
    EXPECT_EQ(result.u.cols(), result.v.cols());
    if (method()->takes_rank()) {
      EXPECT_EQ(result.u.cols(), 2);
    }
    EXPECT_EQ(result.method, name());
    EXPECT_FALSE(result.backend.empty());
    EXPECT_TRUE(std::isfinite(result.objective));
    Matrix estimate = result.reconstruct();
    EXPECT_LT(test::rmae(y, estimate), 0.95) << "of what it saw";
    if (result.outliers) {
      EXPECT_EQ(result.outliers->rows(), rows);
      EXPECT_EQ(result.outliers->cols(), cols);
    }
  }
}

TEST_P(Contract, a_seed_gives_one_result_on_any_number_of_threads) {
  const Matrix y = problem(70, 41);
  const Result expected = fit(y, {.seed = 3, .threads = 1});
  for (const int threads : {1, 2, 3, 8}) {
    const Result actual = fit(y, {.seed = 3, .threads = threads});
    EXPECT_TRUE(same_bytes(actual.u, expected.u)) << threads;
    EXPECT_TRUE(same_bytes(actual.v, expected.v)) << threads;
    EXPECT_EQ(actual.outliers, expected.outliers) << threads;
    EXPECT_EQ(actual.history, expected.history) << threads;
  }
}

TEST_P(Contract, a_change_of_unit_changes_nothing_else) {
  const Matrix y = problem(30, 20);
  const FitOptions exact{.max_sweeps = 20000, .tolerance = 1e-14};
  const Matrix expected = fit(y, exact).reconstruct();
  for (const double k : {1e-6, 1e6}) {
    const Matrix actual = fit(test::scaled(y, k), exact).reconstruct();
    EXPECT_LE(test::relative_difference(actual, test::scaled(expected, k)), 1e-6) << k;
  }
  for (const double k : {std::pow(4.0, 10), std::pow(4.0, -10)}) {
    const Result plain = fit(y);
    const Result scaled = fit(test::scaled(y, k));
    EXPECT_TRUE(same_bytes(scaled.reconstruct(), test::scaled(plain.reconstruct(), k))) << k;
  }
}

TEST_P(ContractOfDescent, the_objective_never_rises) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Result result = fit(problem(25, 18, seed), {.tolerance = 1e-9});
    for (std::size_t t = 1; t < result.history.size(); ++t) {
      if (result.history[t].stage > result.history[t - 1].stage) continue;
      const double before = result.history[t - 1].objective;
      EXPECT_LE(result.history[t].objective, before * (1 + 1e-12) + 1e-300) << seed << ", " << t;
    }
    EXPECT_EQ(result.history.back().objective, result.objective);
  }
}

TEST_P(Contract, a_callback_sees_every_sweep) {
  int seen = 0;
  const Result whole = fit(problem(25, 18), {.on_sweep = [&](const Progress& progress) {
                             // On the way to the start, or in a trial.
                             if (progress.aside) return Action::proceed;
                             EXPECT_EQ(progress.sweep, ++seen);
                             EXPECT_GE(progress.seconds, 0);
                             return Action::proceed;
                           }});
  EXPECT_EQ(seen, whole.sweeps());
}

TEST_P(ContractOfSweeps, a_callback_can_stop) {
  const Result stopped =
      fit(problem(25, 18), {.tolerance = 0.0, .on_sweep = [](const Progress& progress) {
                              return progress.sweep < 3 ? Action::proceed : Action::stop;
                            }});
  EXPECT_EQ(stopped.sweeps(), 3);
  EXPECT_EQ(stopped.status, Status::stopped);
  EXPECT_TRUE(all_finite(stopped.u));
}

TEST_P(ContractOfSweeps, a_time_limit_ends_the_run_after_a_sweep) {
  const Result result = fit(problem(25, 18), {.tolerance = 0.0, .time_limit = 0.0});
  EXPECT_LE(result.sweeps(), 1) << "none, where the way to the start has sweeps of its own";
  EXPECT_EQ(result.status, Status::time_limit);
}

TEST_P(ContractOfGaps, missing_entries_do_not_matter) {
  Matrix y = problem(40, 30);
  test::Random random(5);
  std::bernoulli_distribution lost(0.15);
  Matrix with_gaps = y;
  Matrix mask(y.rows(), y.cols(), 1.0);
  for (Index k = 0; k < y.size(); ++k) {
    if (!lost(random)) continue;
    with_gaps.data()[k] = nan;
    mask.data()[k] = 0.0;
    y.data()[k] = 1e6;  // the fit must not look at it
  }
  const Result gaps = method()->fit(Data(with_gaps), {.rank = 2, .backend = backend()});
  const Result masked = method()->fit(Data(y, mask), {.rank = 2, .backend = backend()});
  EXPECT_TRUE(same_bytes(gaps.u, masked.u));
  EXPECT_TRUE(same_bytes(gaps.v, masked.v));
  EXPECT_TRUE(all_finite(gaps.u));
  if (gaps.outliers) {
    for (Index k = 0; k < y.size(); ++k) {
      if (mask.data()[k] == 0) {
        EXPECT_EQ(gaps.outliers->data()[k], 0.0);
      }
    }
  }
}

TEST_P(Contract, odd_data_give_finite_factors) {
  const std::pair<const char*, Matrix> cases[] = {
      {"zero", Matrix(6, 5)},         {"constant", Matrix(7, 4, 2.5)},
      {"rank 1", rank_one()},         {"one row", problem(1, 12)},
      {"one column", problem(12, 1)}, {"one entry", Matrix(1, 1, 3.0)},
      {"tall", problem(200, 3)},      {"wide", problem(3, 200)}};
  for (const auto& [what, y] : cases) {
    SCOPED_TRACE(what);
    const int largest = static_cast<int>(std::min(y.rows(), y.cols()));
    for (const int rank : {1, std::min(2, largest), largest}) {
      const Result result = fit(y, {.rank = rank});
      EXPECT_TRUE(all_finite(result.u));
      EXPECT_TRUE(all_finite(result.v));
      EXPECT_NE(result.status, Status::numerical_issue) << result.message;
    }
  }
  EXPECT_EQ(fit(Matrix(6, 5)).reconstruct(), Matrix(6, 5));
}

TEST_P(ContractOfGaps, rows_and_columns_without_data_become_zero) {
  Matrix y = problem(20, 15);
  for (Index j = 0; j < 15; ++j) y(7, j) = nan;
  for (Index i = 0; i < 20; ++i) y(i, 4) = nan;
  const Result result = fit(y);
  EXPECT_EQ(result.status, Status::converged) << result.message;
  EXPECT_TRUE(std::isfinite(result.certificate));
  const Matrix estimate = result.reconstruct();
  for (Index j = 0; j < 15; ++j) EXPECT_EQ(estimate(7, j), 0.0);
  for (Index i = 0; i < 20; ++i) EXPECT_EQ(estimate(i, 4), 0.0);
  EXPECT_THAT(result.warnings,
              testing::IsSupersetOf(
                  {std::string("row 7 (counted from 0) has no data and is estimated as 0"),
                   std::string("column 4 (counted from 0) has no data and is estimated as 0")}));
}

TEST_P(Contract, sizes_that_cannot_be_computed_with_are_refused) {
  const Matrix y = problem(8, 6);
  for (const double k : {1e-120, 1e-80, 1e80, 1e120}) {
    const Result result = fit(test::scaled(y, k));
    EXPECT_NE(result.status, Status::numerical_issue) << k;
    EXPECT_LT(test::rmae(test::scaled(y, k), result.reconstruct()), 0.95) << k;
  }
  for (const double k : {1e-200, 1e200}) {
    EXPECT_THAT([&] { fit(test::scaled(y, k)); },
                test::refuses(ErrorCode::invalid_data, "median |y|", "multiply"));
  }
}

TEST_P(ContractOfSweeps, none_give_the_start_and_its_objective) {
  const Result result = fit(problem(20, 15), {.max_sweeps = 0});
  EXPECT_EQ(result.sweeps(), 0);
  EXPECT_EQ(result.status, Status::max_sweeps);
  EXPECT_EQ(result.history.front().objective, result.objective);
  EXPECT_GT(result.certificate, 1e-6);
}

TEST_P(Contract, exact_low_rank_is_nearly_kept) {
  EXPECT_LE(test::rmae(rank_one(), fit(rank_one(), {.rank = 1}).reconstruct()), 0.15);
}

TEST_P(Contract, bad_options_are_refused_by_name) {
  const Matrix y = problem(6, 5);
  EXPECT_THAT([&] { method()->set("nosuch", 1.0); },
              test::refuses(ErrorCode::unknown_name, "nosuch"));
  EXPECT_THAT([&] { method()->set("preset", 1.0); },
              test::refuses(ErrorCode::wrong_kind, "preset"));
  EXPECT_THAT([&] { method()->set("preset", "odd"); },
              test::refuses(ErrorCode::unknown_name, "preset", "published"));
  for (const OptionSpec& spec : method()->options()) {
    if (spec.kind != OptionKind::real) continue;
    EXPECT_THAT([&] { method()->set(spec.name, spec.min - 1); },
                test::refuses(ErrorCode::out_of_range, spec.name));
    EXPECT_THAT([&] { method()->set(spec.name, nan); },
                test::refuses(ErrorCode::out_of_range, spec.name));
  }
  EXPECT_THAT([&] { fit(y, {.rank = 2, .tolerance = -1.0}); },
              test::refuses(ErrorCode::out_of_range, "tolerance"));
  EXPECT_THAT([&] { fit(y, {.rank = 2, .threads = -1}); },
              test::refuses(ErrorCode::out_of_range, "threads"));
  if (method()->takes_rank()) {
    for (const int rank : {-1, 6}) {
      EXPECT_THAT([&] { fit(y, {.rank = rank}); },
                  test::refuses(ErrorCode::out_of_range, "rank", "1 to 5"));
    }
  }
}

TEST_P(Contract, a_start_is_used_or_said_to_be_useless) {
  const Matrix y = problem(20, 15);
  const Result first = fit(y, {.max_sweeps = 5000, .tolerance = 1e-9});
  const Result again =
      fit(y, {.rank = static_cast<int>(first.u.cols()), .start = Factors{first.u, first.v}});
  const bool useless = name() == "tsvd" || name() == "rpca";
  EXPECT_EQ(again.warnings.empty(), !useless);
  if (useless) return;
  // A start that was refined is no solution of the first stage.
  if (first.history.back().stage == 1) {
    EXPECT_LE(again.sweeps(), 3);
  }
  EXPECT_THAT(
      [&] {
        fit(y, {.start = Factors{Matrix(20, 3), Matrix(15, 3)}});
      },
      test::refuses(ErrorCode::out_of_range, "start u", "20 x 3", "20 x 2"));
}

TEST_P(Contract, published_runs) {
  Matrix y = problem(20, 15);
  for (double& value : y.values()) value = std::abs(value) + 0.1;
  const auto published = method();
  published->set("preset", "published");
  if (published->needs_dense() && backend() != "auto") {
    EXPECT_THAT(
        [&] { static_cast<void>(published->fit(Data(y), {.rank = 2, .backend = backend()})); },
        test::refuses(ErrorCode::out_of_range, "whole matrix", backend()));
    return;
  }
  const Result result = published->fit(Data(y), {.rank = 2, .backend = backend()});
  EXPECT_TRUE(all_finite(result.u));
  EXPECT_EQ(published->get("preset"), OptionValue("published"));
  for (const Matrix& odd : {Matrix(6, 5), Matrix(6, 5, 2.5)}) {
    const Result of_odd = published->fit(Data(odd), {.rank = 2, .backend = backend()});
    EXPECT_TRUE(all_finite(of_odd.u));
    EXPECT_NE(of_odd.status, Status::numerical_issue) << of_odd.message;
  }
  published->set("preset", "standard");
  for (const OptionSpec& spec : published->options()) {
    EXPECT_EQ(published->get(spec.name), spec.default_value) << spec.name;
  }
}

TEST_P(Contract, a_model_file_brings_everything_back) {
  const auto maker = method();
  const Result result = maker->fit(Data(problem(20, 15)), {.rank = 2, .backend = backend()});
  const io::Model model = io::make_model(result, *maker);
  std::stringstream file;
  io::write_model(file, "model", model);
  const io::Model back = io::read_model(file, "model");
  EXPECT_EQ(back, model);
  EXPECT_EQ(back.s.has_value(), result.outliers.has_value());
  EXPECT_TRUE(same_bytes(multiply_transposed(back.u, back.v), result.reconstruct()));
}

TEST_P(ContractOfRobustness, outliers_are_found) {
  Matrix y(40, 30);
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) y(i, j) = static_cast<double>((1 + i % 7) * (2 + j % 5));
  }
  y(3, 4) = 500;
  y(17, 20) = 300;
  y(30, 2) = 400;
  const OutlierScores scores = fit(y, {.rank = 1}).outlier_scores(Data(y), {.worst = 3});
  ASSERT_EQ(scores.worst.size(), 3U);
  EXPECT_EQ(std::pair(scores.worst[0].row, scores.worst[0].col), (std::pair<Index, Index>(3, 4)));
  EXPECT_EQ(std::pair(scores.worst[1].row, scores.worst[1].col), (std::pair<Index, Index>(30, 2)));
  EXPECT_EQ(std::pair(scores.worst[2].row, scores.worst[2].col), (std::pair<Index, Index>(17, 20)));
  EXPECT_EQ(scores.worst[0].value, 500);
}

/// All methods but those that are excused, and with the plain engine those that need no dense
/// matrix.
std::vector<std::string> all_but(const std::vector<std::string>& excused) {
  std::vector<std::string> names;
  for (const std::string_view name : method_names()) names.emplace_back(name);
#ifndef GRMF_SANITIZED  // it would look at the plain engine, which is a part of the tests
  for (const std::string_view name : method_names()) {
    if (!make_method(name)->needs_dense())
      names.push_back(std::string(name) + "@" + test::plain_backend);
  }
#endif
  std::erase_if(names, [&](const std::string& name) {
    return std::find(excused.begin(), excused.end(), name.substr(0, name.find('@'))) !=
           excused.end();
  });
  return names;
}

INSTANTIATE_TEST_SUITE_P(methods, Contract, testing::ValuesIn(all_but({})),
                         test::NamedByParameter());
// rpca approaches its constraint from outside.
INSTANTIATE_TEST_SUITE_P(methods, ContractOfDescent, testing::ValuesIn(all_but({"rpca"})),
                         test::NamedByParameter());
// tsvd is done at once.
INSTANTIATE_TEST_SUITE_P(methods, ContractOfSweeps, testing::ValuesIn(all_but({"tsvd"})),
                         test::NamedByParameter());
// tsvd refuses missing entries: Tsvd.refuses_missing_entries_and_says_what_takes_them.
INSTANTIATE_TEST_SUITE_P(methods, ContractOfGaps, testing::ValuesIn(all_but({"tsvd"})),
                         test::NamedByParameter());
// An l2 loss follows outliers.
INSTANTIATE_TEST_SUITE_P(methods, ContractOfRobustness,
                         testing::ValuesIn(all_but({"tsvd", "gmf-l2"})), test::NamedByParameter());

}  // namespace
}  // namespace grmf
