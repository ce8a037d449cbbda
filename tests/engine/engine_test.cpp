#include "engine/engine.h"

#include <limits>

#include <gtest/gtest.h>

#include "grmf/error.h"
#include "grmf/models.h"
#include "starts/start.h"
#include "support/engine.h"
#include "support/names.h"
#include "support/plain_engine.h"
#include "support/problems.h"
#include "support/refusal.h"

namespace grmf {
namespace {

using internal::RowRange;
using internal::Side;
using test::Random;

Matrix problem_with_gaps(Index rows, Index cols, bool positive) {
  Random random(5);
  Matrix y = test::planted(rows, cols, 3, 0.2, random).y;
  for (Index k = 0; k < y.size(); ++k) {
    if (positive) y.data()[k] = std::abs(y.data()[k]);
    if (k % 13 == 0) y.data()[k] = std::numeric_limits<double>::quiet_NaN();
  }
  return y;
}

class TwoEngines : public testing::TestWithParam<const char*> {};

TEST_P(TwoEngines, agree_on_f_after_five_sweeps_from_a_given_start) {
  test::register_plain_engine();
  const auto method = make_method(GetParam());
  const std::string_view name = method->name();
  if (name == "grmf" || name == "ngrmf" || name == "gmf-l2")
    method->set("gauge", std::string("off"));
  const Data data(problem_with_gaps(60, 45, name == "ngrmf" || name == "rnmf"));
  FitOptions options{.rank = 3, .max_sweeps = 5, .tolerance = 0.0};
  options.start = internal::random_start(data, 3, 1);
  const Result fast = method->fit(data, options);
  options.backend = test::plain_backend;
  const Result plain = method->fit(data, options);
  EXPECT_EQ(fast.backend, "cpu");
  EXPECT_EQ(plain.backend, "plain");
  ASSERT_EQ(fast.sweeps(), 5);
  ASSERT_EQ(plain.sweeps(), 5);
  for (int sweep = 0; sweep <= 5; ++sweep) {
    EXPECT_NEAR(fast.history[sweep].objective, plain.history[sweep].objective,
                1e-10 * plain.history[sweep].objective)
        << sweep;
  }
  EXPECT_NEAR(fast.certificate, plain.certificate, 1e-6 * plain.certificate);
}

INSTANTIATE_TEST_SUITE_P(methods, TwoEngines,
                         testing::Values("grmf", "ngrmf", "gmf-l2", "prmf", "rnmf"),
                         test::NamedByParameter());

TEST(TwoEngines, agree_on_everything_that_starts_ask_for) {
  test::register_plain_engine();
  const Data data(problem_with_gaps(70, 1100, false));  // rows are long enough for two chunks
  const test::EngineOf cpu(data);
  const test::EngineOf plain(data, {.backend = test::plain_backend});
  const Factors found = internal::random_start(data, 2, 3);
  std::vector<double> u(70);
  std::vector<double> v(1100, 1.0);
  std::vector<double> plain_u = u;
  std::vector<double> plain_v = v;
  for (int step = 0; step < 2; ++step) {
    cpu.engine->improve_clipped_rank_one(found, 0.7, u, v);
    plain.engine->improve_clipped_rank_one(found, 0.7, plain_u, plain_v);
  }
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(u[i], plain_u[i], 1e-10);
  for (std::size_t j = 0; j < v.size(); ++j) EXPECT_NEAR(v[j], plain_v[j], 1e-10);
  const internal::Dense x = internal::Dense::Random(1100, 3);
  const auto products = cpu.engine->products();
  const auto plain_products = plain.engine->products();
  EXPECT_EQ(products->unit(), plain_products->unit());
  EXPECT_LE((products->times(x) - plain_products->times(x)).norm(), 1e-10);
  EXPECT_LE((products->dense() - plain_products->dense()).norm(), 1e-10);
  EXPECT_LE(test::rmae(plain.engine->residuals(found), cpu.engine->residuals(found)), 1e-12);
  EXPECT_EQ(cpu.engine->residual_sizes(found).size(), plain.engine->residual_sizes(found).size());
}

/// A row has the same bits wherever the range begins in which it is worked on.
TEST(RowWork, does_not_depend_on_how_rows_are_shared_out) {
  const Data data(problem_with_gaps(61, 1500, false));
  const test::EngineOf fit(data);
  const auto work = fit.engine->row_work(internal::resolve({}, data), {}, 3);
  const Factors factors = internal::random_start(data, 3, 1);
  for (const Side side : {Side::u, Side::v}) {
    const Matrix& x = side == Side::u ? factors.u : factors.v;
    const Matrix& a = side == Side::u ? factors.v : factors.u;
    const auto all = [&](const std::vector<Index>& bounds) {
      Matrix to(x.rows(), x.cols());
      std::vector<double> numbers(3 * x.rows());
      const std::span<double> losses = std::span(numbers).first(x.rows());
      const std::span<double> measured = std::span(numbers).subspan(x.rows(), x.rows());
      const std::span<double> distances = std::span(numbers).last(x.rows());
      for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
        const RowRange rows{bounds[k], bounds[k + 1]};
        work->improve(side, rows, a, x, to, losses);
        work->measure(side, rows, a, x, measured);
        work->certify(side, rows, a, x, distances);
      }
      numbers.insert(numbers.end(), to.values().begin(), to.values().end());
      return numbers;
    };
    EXPECT_EQ(all({0, x.rows()}), all({0, 3, 20, 21, 50, x.rows()}));
  }
}

TEST(Backend, that_is_unknown_is_refused_with_those_that_are_known) {
  FitOptions options{.rank = 1};
  options.backend = "gpu";
  EXPECT_THAT([&] { static_cast<void>(Grmf().fit(Data(Matrix(3, 3, 1.0)), options)); },
              test::refuses(ErrorCode::unknown_name, "backend", "gpu", "cpu"));
}

}  // namespace
}  // namespace grmf
