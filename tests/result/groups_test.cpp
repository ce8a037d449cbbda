#include "grmf/groups.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "grmf/fit.h"

namespace grmf {
namespace {

using Row = std::vector<double>;
using Places = std::vector<Index>;

Result with_factors(Matrix u, Matrix v) {
  Result result;
  result.u = std::move(u);
  result.v = std::move(v);
  return result;
}

TEST(Groups, members_share_a_value_and_groups_ascend) {
  const std::vector<Group> groups = groups_of(Row{3, -1, 3, 0.5, -1, 3});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].value, -1.0);
  EXPECT_EQ(groups[0].members, (Places{1, 4}));
  EXPECT_EQ(groups[1].value, 0.5);
  EXPECT_EQ(groups[1].members, (Places{3}));
  EXPECT_EQ(groups[2].value, 3.0);
  EXPECT_EQ(groups[2].members, (Places{0, 2, 5}));
}

TEST(Groups, an_empty_row_has_none) {
  EXPECT_TRUE(groups_of(Row{}).empty());
  EXPECT_EQ(count_groups_paper(Row{}, 5.0), 0);
}

TEST(Groups, values_one_rounding_apart_are_two_groups) {
  EXPECT_EQ(groups_of(Row{1.0, std::nextafter(1.0, 2.0)}).size(), 2U);
}

TEST(Groups, zero_and_minus_zero_are_one_group) {
  EXPECT_EQ(groups_of(Row{0.0, -0.0, 0.0}).size(), 1U);
}

TEST(Groups, they_split_the_row) {
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> coarse(-3, 3);
  for (int round = 0; round < 200; ++round) {
    Row row(static_cast<std::size_t>(round % 12));
    for (double& value : row) value = coarse(random);
    std::vector<int> seen(row.size());
    const std::vector<Group> groups = groups_of(row);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      EXPECT_TRUE(g == 0 || groups[g - 1].value < groups[g].value);
      EXPECT_TRUE(std::is_sorted(groups[g].members.begin(), groups[g].members.end()));
      for (const Index l : groups[g].members) {
        EXPECT_EQ(row.at(l), groups[g].value);
        ++seen.at(l);
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ssize(seen));
  }
}

TEST(GroupsOfThePaper, values_within_the_tolerance_are_one_group) {
  EXPECT_EQ(count_groups_paper(Row{10, 12, 15}, 5.0), 1);
  EXPECT_EQ(count_groups_paper(Row{10, 12, 15.5}, 5.0), 2);
  EXPECT_EQ(count_groups_paper(Row{7}, 5.0), 1);
}

TEST(GroupsOfThePaper, the_span_counts_and_not_the_gap) {
  // Every gap is 4, but spans of 5 hold only {0, 4}, {8, 12} and {16}.
  EXPECT_EQ(count_groups_paper(Row{0, 4, 8, 12, 16}, 5.0), 3);
  // The groups are {0, 3} and {6, 9}: the span restarts at 6, so 9 is still within it.
  EXPECT_EQ(count_groups_paper(Row{0, 3, 6, 9}, 5.0), 2);
}

TEST(GroupsOfThePaper, the_order_of_the_row_does_not_matter) {
  Row row = {16, 0, 8, 4, 12};
  std::sort(row.begin(), row.end());
  do {
    EXPECT_EQ(count_groups_paper(row, 5.0), 3);
  } while (std::next_permutation(row.begin(), row.end()));
}

TEST(GroupsOfThePaper, tolerance_zero_counts_distinct_values) {
  const Row row = {2, -3, 2, 2.5, -3, 0};
  EXPECT_EQ(count_groups_paper(row, 0.0), 4);
  EXPECT_EQ(count_groups_paper(row, 0.0), std::ssize(groups_of(row)));
}

TEST(GroupsOfThePaper, negative_values_count_alike) {
  EXPECT_EQ(count_groups_paper(Row{-12, -9, -1, 3}, 5.0), 2);
}

TEST(ResultGroups, mean_and_deviation_are_over_the_rows_of_both_factors) {
  // The rows have 1, 3, 2 and 2 distinct values.
  const Result result = with_factors(Matrix{{1, 1, 1}, {1, 2, 3}}, Matrix{{4, 5, 4}, {0, 0, 6}});
  EXPECT_DOUBLE_EQ(result.groups().mean, 2.0);
  EXPECT_DOUBLE_EQ(result.groups().deviation, std::sqrt(0.5));
}

TEST(ResultGroups, a_single_shape_has_no_deviation) {
  const Result result = with_factors(Matrix{{1, 2}, {3, 4}}, Matrix{{5, 6}});
  EXPECT_EQ(result.groups().mean, 2.0);
  EXPECT_EQ(result.groups().deviation, 0.0);
}

TEST(ResultGroups, the_count_of_the_paper_takes_a_tolerance_of_five_by_default) {
  // With a tolerance of 5 the rows have 1, 2 and 1 groups; with 1 they have 3, 3 and 2.
  const Result result = with_factors(Matrix{{0, 2, 5}, {0, 4, 8}}, Matrix{{7, 7, 9}});
  EXPECT_DOUBLE_EQ(result.groups_paper().mean, 4.0 / 3);
  EXPECT_NEAR(result.groups_paper().deviation, std::sqrt(2.0 / 9), 1e-15);
  EXPECT_DOUBLE_EQ(result.groups_paper(1.0).mean, 8.0 / 3);
}

TEST(ResultGroups, sparsity_is_the_share_of_exact_zeros) {
  const Result result = with_factors(Matrix{{0, 1, -0.0}, {1e-300, 2, 3}}, Matrix{{0, 0, 5}});
  EXPECT_DOUBLE_EQ(result.sparsity(), 4.0 / 9);
}

TEST(ResultGroups, tied_is_the_share_of_values_that_need_not_be_stored) {
  // Of nine entries the values {1, 2}, {} and {5, 6, 7} must be stored.
  const Result result = with_factors(Matrix{{1, 2, 1}, {0, 0, 0}}, Matrix{{5, 6, 7}});
  EXPECT_DOUBLE_EQ(result.tied(), 4.0 / 9);
}

TEST(ResultGroups, values_repeated_in_another_row_are_not_tied) {
  const Result result = with_factors(Matrix{{1, 2}, {1, 2}}, Matrix{{1, 2}});
  EXPECT_EQ(result.tied(), 0.0);
  EXPECT_EQ(result.sparsity(), 0.0);
}

TEST(ResultGroups, empty_factors_have_neither_groups_nor_ties) {
  const Result result;
  EXPECT_EQ(result.groups().mean, 0.0);
  EXPECT_EQ(result.groups_paper().deviation, 0.0);
  EXPECT_EQ(result.sparsity(), 0.0);
  EXPECT_EQ(result.tied(), 0.0);
}

}  // namespace
}  // namespace grmf
