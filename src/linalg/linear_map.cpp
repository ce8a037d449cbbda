#include "linalg/linear_map.h"

#include <algorithm>
#include <vector>

#include "base/sums.h"
#include "linalg/part_of.h"

namespace grmf::internal {

template <bool transposed>
Dense Product::in_chunks(const Dense& x) const {
  constexpr Index chunk_rows = 64;
  if (x.cols() == 1) {
    // Eigen sums a single column in an order that depends on the distance between the rows of A in
    // memory, which is smaller for widened rows. A second column, of zeros, prevents this.
    Dense with_another = Dense::Zero(x.rows(), 2);
    with_another.col(0) = x;
    return in_chunks<transposed>(with_another).leftCols(1);
  }
  const Index rows = transposed ? a_.cols() : a_.rows();
  Dense result(rows, x.cols());
  const auto compute = [&](const auto& a, Index first) {
    const Index count = std::min(chunk_rows, rows - first);
    std::vector<Dense> sums;
    for (Index from = 0; from < x.rows(); from += sum_chunk) {
      const Index depth = std::min(sum_chunk, x.rows() - from);
      const auto part = x.middleRows(from, depth);
      Dense& sum = sums.emplace_back(Dense::Zero(count, x.cols()));
      if constexpr (transposed) {
        sum.noalias() += part_of(a, from, first, depth, count).transpose() * part;
      } else {
        sum.noalias() += part_of(a, first, from, count, depth) * part;
      }
    }
    add_by_tree(sums, [](Dense& p, const Dense& q) { p += q; });
    result.middleRows(first, count) = sums.front() / unit_;
  };
  workers_->for_each((rows + chunk_rows - 1) / chunk_rows, [&](Index chunk, int) {
    a_.visit([&](const auto& a) { compute(a, chunk * chunk_rows); });
  });
  return result;
}

Dense Product::times(const Dense& x) const { return in_chunks<false>(x); }

Dense Product::transposed_times(const Dense& x) const { return in_chunks<true>(x); }

}  // namespace grmf::internal
