#include "grmf/matrix.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "grmf/error.h"
#include "grmf/fit.h"
#include "support/dense.h"

namespace grmf {
namespace {

using test::eigen;

TEST(Matrix, is_empty_by_default) {
  const Matrix a;
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(a.rows(), 0);
  EXPECT_EQ(a.cols(), 0);
  EXPECT_EQ(a.size(), 0);
}

TEST(Matrix, every_entry_has_the_given_value) {
  const Matrix a(3, 4, 2.5);
  EXPECT_EQ(a.rows(), 3);
  EXPECT_EQ(a.cols(), 4);
  EXPECT_EQ(std::ssize(a.values()), 12);
  EXPECT_EQ(std::count(a.values().begin(), a.values().end(), 2.5), 12);
  EXPECT_EQ(Matrix(3, 4), Matrix(3, 4, 0.0));
}

TEST(Matrix, braces_hold_one_row_each) {
  const Matrix a{{1, 2, 3}, {4, 5, 6}};
  ASSERT_EQ(a.rows(), 2);
  ASSERT_EQ(a.cols(), 3);
  EXPECT_EQ(a(0, 0), 1);
  EXPECT_EQ(a(0, 2), 3);
  EXPECT_EQ(a(1, 0), 4);
  EXPECT_EQ(a(1, 2), 6);
}

TEST(Matrix, takes_over_values_of_the_right_number) {
  EXPECT_EQ(Matrix(2, 3, std::vector<double>{1, 2, 3, 4, 5, 6}), (Matrix{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(Matrix(0, 3, std::vector<double>{}).cols(), 3);
  for (const auto& [rows, cols] :
       {std::pair<Index, Index>{2, 2}, {3, 3}, {-1, -6}, {1L << 62, 4}}) {
    EXPECT_THROW(Matrix(rows, cols, std::vector<double>(6)), Error);
  }
}

TEST(Matrix, memory_is_row_after_row) {
  Matrix a(3, 4);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 4; ++j) a(i, j) = static_cast<double>(10 * i + j);
  }
  for (Index k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a.data()[k], static_cast<double>(10 * (k / 4) + k % 4)) << "place " << k;
  }
}

TEST(Matrix, a_row_is_a_view_and_not_a_copy) {
  Matrix a{{1, 2}, {3, 4}, {5, 6}};
  a.row(1)[0] = 7;
  EXPECT_EQ(a, (Matrix{{1, 2}, {7, 4}, {5, 6}}));
  EXPECT_EQ(std::as_const(a).row(2).data(), a.data() + 4);
  EXPECT_EQ(a.row(2).size(), 2U);
}

TEST(Matrix, a_copy_is_independent) {
  const Matrix a{{1, 2}, {3, 4}};
  Matrix b = a;
  EXPECT_EQ(a, b);
  b(1, 1) = 0;
  EXPECT_EQ(a(1, 1), 4);
  EXPECT_NE(a, b);
}

TEST(Matrix, equality_looks_at_the_shape_too) {
  EXPECT_NE(Matrix(2, 3), Matrix(3, 2));
  EXPECT_NE(Matrix(0, 3), Matrix(3, 0));
  EXPECT_EQ(Matrix(2, 3), Matrix(2, 3));
}

TEST(Matrix, product_with_a_transposed_agrees_with_eigen) {
  test::Random random(1);
  for (const auto& [d, n, r] :
       {std::array{1, 1, 1}, std::array{5, 3, 2}, std::array{3, 7, 4}, std::array{1, 6, 5}}) {
    const Matrix a = test::normal_matrix(d, r, random);
    const Matrix b = test::normal_matrix(n, r, random);
    const Matrix product = multiply_transposed(a, b);
    const test::Dense reference = eigen(a) * eigen(b).transpose();
    ASSERT_EQ(product.rows(), d);
    ASSERT_EQ(product.cols(), n);
    EXPECT_LE((eigen(product) - reference).cwiseAbs().maxCoeff(), 1e-14 * r);
  }
}

TEST(Matrix, product_over_no_columns_is_zero) {
  EXPECT_EQ(multiply_transposed(Matrix(2, 0), Matrix(3, 0)), Matrix(2, 3, 0.0));
}

TEST(Matrix, a_result_reconstructs_to_u_times_v_transposed) {
  Result result;
  result.u = Matrix{{1, 2}, {0, -1}};
  result.v = Matrix{{3, 4}, {5, 6}, {7, 8}};
  EXPECT_EQ(result.reconstruct(), (Matrix{{11, 17, 23}, {-4, -6, -8}}));
}

}  // namespace
}  // namespace grmf
