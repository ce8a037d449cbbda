#include "engine/held_out.h"

#include <gtest/gtest.h>

#include "data/hold_out.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

struct Problem {
  Factors truth;
  Data data;
};

/// U V^T with noise, and a third of the entries far off, in either direction.
Problem problem() {
  test::Random random(5);
  Factors truth{test::normal_matrix(60, 2, random), test::normal_matrix(50, 2, random)};
  Matrix y = multiply_transposed(truth.u, truth.v);
  const Matrix noise = test::normal_matrix(60, 50, random);
  for (Index k = 0; k < y.size(); ++k)
    y.data()[k] += 0.1 * noise.data()[k] + (k % 3 == 0 ? (k % 2 == 0 ? 50.0 : -50.0) : 0.0);
  return {std::move(truth), Data(std::move(y))};
}

TEST(HeldOutComparison, tells_the_better_of_two_in_spite_of_gross_errors) {
  const auto [truth, data] = problem();
  const Data rest = rest_of(data, 0.2, 1);
  Factors off = truth;
  for (double& value : off.u.values()) value *= 1.1;
  HeldOutComparison compared;
  compared.add(data, rest, off, truth);
  EXPECT_EQ(compared.entries(), data.observed() - rest.observed());
  EXPECT_GT(compared.first(), compared.second());
  EXPECT_GT(compared.standard_errors_better(), 2.0);
  HeldOutComparison reversed;
  reversed.add(data, rest, truth, off);
  EXPECT_DOUBLE_EQ(reversed.standard_errors_better(), -compared.standard_errors_better());
}

TEST(HeldOutComparison, is_the_mean_of_absolute_errors) {
  const Data data(Matrix{{1, 2, 3}, {4, 5, 6}}, Matrix{{1, 2, 1}, {1, 1, 3}});
  const Data rest = data.reweighted(Matrix{{1, 0, 1}, {1, 1, 0}});
  const Factors zero{Matrix(2, 1), Matrix(3, 1)};
  const Factors one{Matrix(2, 1, 1.0), Matrix(3, 1, 1.0)};
  HeldOutComparison compared;
  EXPECT_EQ(compared.standard_errors_better(), 0.0);
  compared.add(data, rest, zero, one);
  EXPECT_EQ(compared.entries(), 2);
  EXPECT_DOUBLE_EQ(compared.first(), (2 * 2.0 + 3 * 6.0) / 5);
  EXPECT_DOUBLE_EQ(compared.second(), (2 * 1.0 + 3 * 5.0) / 5);
}

TEST(HeldOutComparison, adds_up_folds) {
  const auto [truth, data] = problem();
  Factors off = truth;
  for (double& value : off.v.values()) value += 0.2;
  HeldOutComparison both;
  HeldOutComparison first;
  both.add(data, rest_of(data, 0.1, 1, 0), off, truth);
  first.add(data, rest_of(data, 0.1, 1, 0), off, truth);
  both.add(data, rest_of(data, 0.1, 1, 1), off, truth);
  EXPECT_GT(both.entries(), first.entries());
  EXPECT_GT(both.standard_errors_better(), first.standard_errors_better());
}

}  // namespace
}  // namespace grmf::internal
