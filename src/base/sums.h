#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "grmf/index.h"

/// Sums whose shape depends on the number of terms alone. A sum over rows, or over the entries of a
/// long row, is taken in chunks, and the sums of the chunks are added by a fixed tree. So the last
/// bit does not depend on who adds up which chunk: a thread, or another machine.
namespace grmf::internal {

/// The number of rows, or of entries of a row, that are added one after the other.
inline constexpr Index sum_chunk = 1024;

constexpr Index chunk_count(Index count, Index chunk = sum_chunk) {
  return (count + chunk - 1) / chunk;
}

/// The tree: adds neighbours, then neighbouring pairs, and so on, until parts[0] holds the sum.
/// add(a, b) adds b to a.
template <class Parts, class Add>
void add_by_tree(Parts& parts, Add add) {
  const std::size_t count = std::size(parts);
  for (std::size_t step = 1; step < count; step *= 2) {
    for (std::size_t k = 0; k + step < count; k += 2 * step) add(parts[k], parts[k + step]);
  }
}

/// The sum of part(first, last) over all chunks [first, last) of [0, count).
template <class Part>
double sum_of_chunks(Index count, Part part) {
  if (count <= sum_chunk) return part(Index{0}, count);
  std::vector<double> parts(static_cast<std::size_t>(chunk_count(count)));
  for (Index k = 0; k < std::ssize(parts); ++k)
    parts[k] = part(k * sum_chunk, std::min((k + 1) * sum_chunk, count));
  add_by_tree(parts, [](double& a, double b) { a += b; });
  return parts.front();
}

inline double sum_of(std::span<const double> values) {
  return sum_of_chunks(std::ssize(values), [&](Index first, Index last) {
    return std::accumulate(values.begin() + first, values.begin() + last, 0.0);
  });
}

/// Adds up arrays of one size that come one after the other, by the same tree, and keeps only as
/// many of them as the tree has levels.
template <class Array>
class ArrayTree {
 public:
  void clear() { count_ = 0; }

  /// Adds the next array, whose memory is used for sums.
  void add(Array& array) {
    std::size_t level = 0;
    for (; (count_ >> level) % 2 != 0; ++level) add_to(array, levels_[level]);
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level] = array;
    ++count_;
  }

  /// The sum of all arrays, of which there must be one at least.
  void total(Array& sum) const {
    bool begun = false;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if ((count_ >> level) % 2 == 0) continue;
      if (begun)
        add_to(sum, levels_[level]);
      else
        sum = levels_[level];
      begun = true;
    }
  }

 private:
  static void add_to(Array& sum, const Array& array) {
    for (Index k = 0; k < std::ssize(array); ++k) sum[k] += array[k];
  }

  std::vector<Array> levels_;  ///< level k, where bit k of count_ is set, sums 2^k arrays
  std::size_t count_ = 0;
};

}  // namespace grmf::internal
