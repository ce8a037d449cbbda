#include "linalg/dense.h"

#include <gtest/gtest.h>

#include "support/problems.h"

namespace grmf::internal {
namespace {

TEST(Product, of_floats_is_to_the_last_bit_that_of_the_same_doubles) {
  test::Random random(5);
  Workers workers(2);
  // Rows are long enough to be taken in parts, and for Eigen to treat a single column in another
  // way.
  for (const auto& [rows, cols] : {std::pair{70, 4200}, {4200, 65}, {3, 2}}) {
    const Matrix32 narrow = test::narrowed(test::normal_matrix(rows, cols, random));
    const Matrix wide = AnyMatrix(narrow).widened();
    const double unit = power_of_two_unit(wide);
    EXPECT_EQ(power_of_two_unit(narrow), unit);
    EXPECT_EQ(divided(narrow, unit), divided(wide, unit));
    for (const int columns : {1, 2, 14}) {
      const Dense right = view(test::normal_matrix(cols, columns, random));
      const Dense left = view(test::normal_matrix(rows, columns, random));
      const Product of_floats(narrow, unit, workers);
      const Product of_doubles(wide, unit, workers);
      EXPECT_EQ(of_floats.times(right), of_doubles.times(right));
      EXPECT_EQ(of_floats.transposed_times(left), of_doubles.transposed_times(left));
      const Dense expected = view(wide) * right / unit;
      EXPECT_LE((of_doubles.times(right) - expected).norm(), 1e-13 * expected.norm());
    }
  }
}

}  // namespace
}  // namespace grmf::internal
