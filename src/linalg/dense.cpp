#include "linalg/dense.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {
namespace {

/// The rows x cols block of `a` that begins at (i, j), as doubles.
template <class T>
auto part_of(const BasicMatrix<T>& a, Index i, Index j, Index rows, Index cols) {
  return view(a).block(i, j, rows, cols).template cast<double>();
}
RowMajorDense part_of(const Filled& a, Index i, Index j, Index rows, Index cols) {
  RowMajorDense part(rows, cols);
  a.copy(i, j, rows, cols, part.data());
  return part;
}

}  // namespace

Matrix to_matrix(const Dense& a) {
  Matrix to(a.rows(), a.cols());
  Eigen::Map<RowMajorDense>(to.data(), a.rows(), a.cols()) = a;
  return to;
}

Dense divided(const AnyView& a, double unit) {
  return a.visit([&](const auto& held) -> Dense {
    return part_of(held, 0, 0, held.rows(), held.cols()) / unit;
  });
}

double power_of_two_unit(const AnyView& a) {
  double largest = 0.0;
  a.visit([&](const auto& held) {
    for (Index i = 0; i < held.rows(); ++i) {
      const auto row = part_of(held, i, 0, 1, held.cols());
      for (Index j = 0; j < row.cols(); ++j) largest = std::max(largest, std::abs(row(0, j)));
    }
  });
  return largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 1.0;
}

template <bool transposed>
Dense Product::in_chunks(const Dense& x) const {
  constexpr Index chunk_rows = 64;
  constexpr Index chunk_depth = 1024;  // bounds how much is widened or filled at a time
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
    Dense sum = Dense::Zero(count, x.cols());
    for (Index from = 0; from < x.rows(); from += chunk_depth) {
      const Index depth = std::min(chunk_depth, x.rows() - from);
      const auto part = x.middleRows(from, depth);
      if constexpr (transposed) {
        sum.noalias() += part_of(a, from, first, depth, count).transpose() * part;
      } else {
        sum.noalias() += part_of(a, first, from, count, depth) * part;
      }
    }
    result.middleRows(first, count) = sum / unit_;
  };
  workers_->for_each((rows + chunk_rows - 1) / chunk_rows, [&](Index chunk, int) {
    a_.visit([&](const auto& a) { compute(a, chunk * chunk_rows); });
  });
  return result;
}

Dense Product::times(const Dense& x) const { return in_chunks<false>(x); }

Dense Product::transposed_times(const Dense& x) const { return in_chunks<true>(x); }

}  // namespace grmf::internal
