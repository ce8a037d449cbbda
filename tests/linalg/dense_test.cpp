#include <gtest/gtest.h>

#include "linalg/linear_map.h"
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
    const AnyMatrixView floats{MatrixView32(narrow)};
    EXPECT_EQ(power_of_two_unit(floats), unit);
    EXPECT_EQ(divided(floats, unit), divided(wide, unit));
    for (const int columns : {1, 2, 14}) {
      const Dense right = view(test::normal_matrix(cols, columns, random));
      const Dense left = view(test::normal_matrix(rows, columns, random));
      const Product of_floats(floats, workers);
      const Product of_doubles(wide, workers);
      EXPECT_EQ(of_floats.times(right), of_doubles.times(right));
      EXPECT_EQ(of_floats.transposed_times(left), of_doubles.transposed_times(left));
      const Dense expected = view(wide) * right / unit;
      EXPECT_LE((of_doubles.times(right) - expected).norm(), 1e-13 * expected.norm());
    }
  }
}

TEST(Product, of_rows_with_a_stride_is_that_of_the_rows) {
  test::Random random(6);
  Workers workers(2);
  const Matrix wide = test::normal_matrix(30, 50, random);
  const Matrix part = [&] {
    Matrix left(30, 40);
    for (Index i = 0; i < 30; ++i) std::copy_n(wide.row(i).begin(), 40, left.row(i).begin());
    return left;
  }();
  const AnyMatrixView view_of_part{MatrixView(wide.data(), 30, 40, 50)};
  const Dense x = view(test::normal_matrix(40, 3, random));
  EXPECT_EQ(Product(view_of_part, workers).times(x), Product(part, workers).times(x));
}

TEST(LinearMap, is_exactly_its_products_with_the_unit_vectors) {
  test::Random random(7);
  Workers workers(1);
  for (const auto& [rows, cols] : {std::pair{12, 30}, {30, 12}}) {
    const Matrix a = test::normal_matrix(rows, cols, random);
    const Product product(a, workers);
    EXPECT_EQ(product.LinearMap::dense(), product.dense());
  }
}

}  // namespace
}  // namespace grmf::internal
