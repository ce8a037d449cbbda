#include "core/dense.h"

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

double power_of_two_unit(const Matrix& a) {
  double largest = 0.0;
  for (const double value : a.values()) largest = std::max(largest, std::abs(value));
  return largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 1.0;
}

template <class Compute>
Dense Product::in_chunks(Index rows, Index cols, Compute compute) const {
  constexpr Index chunk_rows = 64;
  Dense result(rows, cols);
  workers_->for_each((rows + chunk_rows - 1) / chunk_rows, [&](Index chunk, int) {
    const Index first = chunk * chunk_rows;
    const Index count = std::min(chunk_rows, rows - first);
    result.middleRows(first, count) = compute(first, count) / unit_;
  });
  return result;
}

Dense Product::times(const Dense& x) const {
  return in_chunks(a_.rows(), x.cols(), [&](Index first, Index count) -> Dense {
    return a_.middleRows(first, count) * x;
  });
}

Dense Product::transposed_times(const Dense& x) const {
  return in_chunks(a_.cols(), x.cols(), [&](Index first, Index count) -> Dense {
    return a_.middleCols(first, count).transpose() * x;
  });
}

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
