#include "grmf/any_matrix.h"

#include <gtest/gtest.h>

namespace grmf {
namespace {

TEST(AnyMatrix, is_read_as_doubles) {
  const AnyMatrix wide(Matrix{{1, 0.1}});
  const AnyMatrix narrow(Matrix32{{1, 0.1F}});
  EXPECT_FALSE(wide.narrow());
  EXPECT_TRUE(narrow.narrow());
  EXPECT_EQ(narrow.rows(), 1);
  EXPECT_EQ(narrow.cols(), 2);
  EXPECT_EQ(wide(0, 1), 0.1);
  EXPECT_EQ(narrow(0, 1), static_cast<double>(0.1F));
}

TEST(AnyMatrix, widens_every_number_exactly) {
  AnyMatrix narrow(Matrix32{{1, 0.1F}, {3, -4}});
  const Matrix expected{{1, static_cast<double>(0.1F)}, {3, -4}};
  EXPECT_EQ(narrow.widened(), expected);
  EXPECT_EQ(std::move(narrow).widened(), expected);
  const AnyMatrix wide(expected);
  EXPECT_EQ(wide.widened(), expected);
  EXPECT_EQ(wide, AnyMatrix(expected));
}

TEST(AnyMatrix, gives_up_doubles_without_a_copy) {
  AnyMatrix wide(Matrix{{1, 2}});
  const void* values = wide.visit([](const auto& a) -> const void* { return a.data(); });
  const Matrix taken = std::move(wide).widened();
  EXPECT_EQ(taken.data(), values);
}

TEST(AnyMatrix, makes_others_like_it) {
  EXPECT_EQ(AnyMatrix(Matrix(2, 3)).alike(1.0), AnyMatrix(Matrix(2, 3, 1.0)));
  EXPECT_EQ(AnyMatrix(Matrix32(2, 3)).alike(1.0), AnyMatrix(Matrix32(2, 3, 1.0F)));
}

}  // namespace
}  // namespace grmf
