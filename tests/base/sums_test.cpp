#include "base/sums.h"

#include <cmath>

#include <gtest/gtest.h>

namespace grmf::internal {
namespace {

std::vector<double> numbers(Index count) {
  std::vector<double> values(count);
  for (Index k = 0; k < count; ++k) values[k] = std::sin(static_cast<double>(k)) * std::exp(k % 40);
  return values;
}

/// The sum of [first, last) by the tree, written as a recursion: the left half is the largest power
/// of two of parts that leaves something for the right half.
double by_recursion(const std::vector<double>& parts, std::size_t first, std::size_t last) {
  if (last - first == 1) return parts[first];
  std::size_t half = 1;
  while (2 * half < last - first) half *= 2;
  return by_recursion(parts, first, first + half) + by_recursion(parts, first + half, last);
}

TEST(Sums, have_the_shape_of_one_tree_for_any_number_of_parts) {
  for (Index count = 1; count <= 70; ++count) {
    std::vector<double> parts = numbers(count);
    const double expected = by_recursion(parts, 0, parts.size());
    ArrayTree<std::vector<double>> tree;
    for (const double part : parts) {
      std::vector<double> array = {part, 2 * part};
      tree.add(array);
    }
    std::vector<double> total;
    tree.total(total);
    EXPECT_EQ(total, (std::vector{expected, 2 * expected})) << count;
    add_by_tree(parts, [](double& a, double b) { a += b; });
    EXPECT_EQ(parts.front(), expected) << count;
  }
}

TEST(Sums, of_few_terms_are_taken_in_their_order) {
  const std::vector<double> values = numbers(sum_chunk);
  EXPECT_EQ(sum_of(values), std::accumulate(values.begin(), values.end(), 0.0));
  EXPECT_EQ(sum_of({}), 0.0);
}

TEST(Sums, of_many_terms_are_sums_of_chunks) {
  const std::vector<double> values = numbers(3 * sum_chunk + 5);
  std::vector<double> parts;
  for (auto at = values.begin(); at < values.end();) {
    const auto end = at + std::min<Index>(sum_chunk, values.end() - at);
    parts.push_back(std::accumulate(at, end, 0.0));
    at = end;
  }
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(sum_of(values), (parts[0] + parts[1]) + (parts[2] + parts[3]));
}

}  // namespace
}  // namespace grmf::internal
