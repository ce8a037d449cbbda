#include "data/data_rows.h"

#include <limits>
#include <span>

#include <gtest/gtest.h>

#include "data/dense_copy.h"

namespace grmf::internal {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Matrix y_by_rows(const Data& data) { return dense_copy(data); }

TEST(DataRows, are_read_where_they_lie_if_they_can_be) {
  const Data data(Matrix{{1, 2}, {3, 4}});
  DataRows rows(data);
  data.stored_y().visit(
      [&](const auto& held) { EXPECT_EQ(static_cast<const void*>(rows(1).y), held.row(1)); });
  EXPECT_EQ(rows(1).m, nullptr);
}

TEST(DataRows, of_floats_are_widened) {
  const Data data(Matrix32{{1, 2}, {3, 0.1F}});
  EXPECT_EQ(y_by_rows(data), (Matrix{{1, 2}, {3, static_cast<double>(0.1F)}}));
  EXPECT_TRUE(dense_weights(data).empty());
}

TEST(DataRows, have_nothing_of_missing_entries) {
  const Data gaps(Matrix{{1, nan}, {3, 4}});
  EXPECT_EQ(y_by_rows(gaps), (Matrix{{1, 0}, {3, 4}}));
  EXPECT_EQ(dense_weights(gaps), (Matrix{{1, 0}, {1, 1}}));
  const Data masked(Matrix{{infinity, 2}, {3, nan}}, Matrix32{{0, 0.5F}, {2, 1}});
  EXPECT_EQ(y_by_rows(masked), (Matrix{{0, 2}, {3, 0}}));
  EXPECT_EQ(dense_weights(masked), (Matrix{{0, 0.5}, {2, 0}}));
}

TEST(DataRows, keep_to_the_stride) {
  const std::vector<float> memory = {1, 2, 99, 3, 4, 99};
  EXPECT_EQ(y_by_rows(Data(MatrixView32(memory.data(), 2, 2, 3))), (Matrix{{1, 2}, {3, 4}}));
}

}  // namespace
}  // namespace grmf::internal
