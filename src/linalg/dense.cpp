#include "linalg/dense.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace grmf::internal {
namespace {

std::atomic<Index> largest_seen = 0;

/// Eigen's divide-and-conquer is fast but fails on some repeated singular values; what it gives is
/// therefore checked.
bool sound(const Dense& a, const Svd& svd) {
  constexpr double rounding = 1e-13;
  const Index n = a.cols();
  if (!svd.p.allFinite() || !svd.q.allFinite()) return false;
  const double scale = std::max(svd.sigma(0), std::numeric_limits<double>::min());
  const auto off = [n](const Dense& basis) {
    return (basis.transpose() * basis - Dense::Identity(n, n)).cwiseAbs().maxCoeff();
  };
  const double error =
      (svd.p * svd.sigma.asDiagonal() * svd.q.transpose() - a).cwiseAbs().maxCoeff();
  return error <= rounding * scale && off(svd.p) <= rounding && off(svd.q) <= rounding;
}

/// rows x cols numbers from (i, j) on, as doubles.
template <class T>
auto part_of(const BasicMatrix<T>& a, Index i, Index j, Index rows, Index cols) {
  return view(a).block(i, j, rows, cols).template cast<double>();
}
RowMajorDense part_of(const Filled& a, Index i, Index j, Index rows, Index cols) {
  RowMajorDense part(rows, cols);
  a.copy(i, j, rows, cols, part.data());
  return part;
}

Svd square_svd(const Dense& a) {
  constexpr Index jacobi_is_faster = 32;
  if (a.cols() > jacobi_is_faster) {
    const Eigen::BDCSVD<Dense> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Svd result{svd.matrixU(), svd.singularValues(), svd.matrixV()};
    if (sound(a, result)) return result;
  }
  const Eigen::JacobiSVD<Dense, Eigen::NoQRPreconditioner> svd(
      a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

/// A QR leaves a small square.
Svd tall_svd(const Dense& a) {
  const Eigen::HouseholderQR<Dense> qr(a);
  const Dense R = qr.matrixQR().topRows(a.cols()).triangularView<Eigen::Upper>();
  Svd svd = square_svd(R);
  Dense p = Dense::Zero(a.rows(), a.cols());
  p.topRows(a.cols()) = svd.p;
  svd.p = qr.householderQ() * p;
  return svd;
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
  constexpr Index chunk_depth = 1024;  // bounds what is widened or filled at a time
  if (x.cols() == 1) {
    // Eigen sums a single column in an order that depends on how far apart the numbers lie; widened ones lie closer.
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

Dense orthonormal(const Dense& block) {
  return Eigen::HouseholderQR<Dense>(block).householderQ() *
         Dense::Identity(block.rows(), block.cols());
}

Index largest_full_svd() { return largest_seen.exchange(0); }

Svd full_svd(const Dense& a) {
  const Index size = std::min(a.rows(), a.cols());
  Index seen = largest_seen;
  while (seen < size && !largest_seen.compare_exchange_weak(seen, size)) {
  }
  if (a.rows() >= a.cols()) return tall_svd(a);
  Svd transposed = tall_svd(a.transpose());
  return {std::move(transposed.q), std::move(transposed.sigma), std::move(transposed.p)};
}

}  // namespace grmf::internal
