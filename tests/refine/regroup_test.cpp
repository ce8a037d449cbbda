// Zeros and ties that are decided by the errors of the values.

#include "refine/regroup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "linalg/decompositions.h"
#include "support/grouped.h"
#include "support/problems.h"

namespace grmf::internal {
namespace {

using testing::ElementsAre;

std::vector<double> made_equal(std::vector<double> x, const Dense& covariance) {
  make_equal_within_errors(x, covariance);
  return x;
}

TEST(Regroup, values_within_their_errors_become_one) {
  const Dense covariance = Dense::Identity(5, 5);
  EXPECT_THAT(made_equal({10, 12, -40, 1, 50}, covariance), ElementsAre(11, 11, -40, 0, 50));
}

TEST(Regroup, values_that_are_known_better_move_less) {
  Dense covariance = Dense::Identity(2, 2);
  covariance(1, 1) = 3;
  EXPECT_THAT(made_equal({10, 14}, covariance), ElementsAre(11, 11));
}

TEST(Regroup, values_that_differ_by_more_stay) {
  const Dense covariance = 1e-4 * Dense::Identity(3, 3);
  EXPECT_THAT(made_equal({1, 1.1, -1}, covariance), ElementsAre(1, 1.1, -1));
  EXPECT_THAT(made_equal({1, 1, 0}, Dense::Zero(3, 3)), ElementsAre(1, 1, 0));
}

/// The row with x_0 = x_1 and x_2 = 0 that comes nearest, by the inverse of the covariance.
TEST(Regroup, the_others_move_as_far_as_errors_depend_on_each_other) {
  test::Random random(3);
  const Dense root = view(test::normal_matrix(4, 4, random));
  const Dense covariance = root * root.transpose() + Dense::Identity(4, 4);
  const Eigen::Vector4d x(30, 30.5, 0.4, 80);
  Dense free = Dense::Zero(4, 2);
  free(0, 0) = free(1, 0) = free(3, 1) = 1;
  const Dense weight = inverse(covariance);
  const Eigen::VectorXd values =
      inverse(free.transpose() * weight * free) * (free.transpose() * weight * x);
  const std::vector<double> found = made_equal({30, 30.5, 0.4, 80}, covariance);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[2], 0.0);
  EXPECT_NEAR(found[0], values(0), 1e-12);
  EXPECT_NEAR(found[3], values(1), 1e-12);
}

TEST(Regroup, tells_values_apart_that_happen_to_be_near) {
  test::Random random(5);
  const test::Grouped problem = test::grouped(
      {.rows = 300, .cols = 200, .rank = 4, .own_values = true, .dense_noise = 0.05}, random);
  const Result result = Grmf().fit(Data(problem.y), {.rank = 4});
  ASSERT_TRUE(result.evidence->found);
  EXPECT_GE(test::right_rows(problem.truth, {result.u, result.v}, 2), 0.98);
}

TEST(Decompositions, a_matrix_with_equal_columns_has_no_inverse) {
  test::Random random(6);
  const Dense a = view(test::normal_matrix(9, 2, random));
  Dense twice(9, 4);
  twice << a, a.rightCols(1), a.rightCols(1);
  EXPECT_FALSE(inverse_unless_singular(twice.transpose() * twice, 1e-12).has_value());
  EXPECT_FALSE(inverse_unless_singular(Dense::Zero(3, 3), 1e-12).has_value());
}

}  // namespace
}  // namespace grmf::internal
