#include "core/partial_svd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include "core/random.h"

namespace grmf::internal {
namespace {

using Dense = Eigen::MatrixXd;
using RowMajorMap =
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr Index oversampling = 8;  ///< block columns beyond r
constexpr int krylov_blocks = 4;   ///< blocks between two restarts
constexpr int max_restarts = 300;
constexpr std::uint64_t stream = 0x73766400;  ///< keeps these random numbers apart from others

/// A power of two near the largest |a|: to divide by it is exact and keeps squares from overflow.
double unit_of(const Matrix& a) {
  double largest = 0.0;
  for (const double value : a.values()) largest = std::max(largest, std::abs(value));
  return largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 1.0;
}

/// A / unit and its transpose times a block, in chunks that do not depend on the number of workers.
class Product {
 public:
  Product(const Matrix& a, double unit, Workers& workers)
      : a_(a.data(), a.rows(), a.cols()), unit_(unit), workers_(&workers) {}

  [[nodiscard]] Dense times(const Dense& x) const {
    return in_chunks(a_.rows(), x.cols(), [&](Index first, Index count) -> Dense {
      return a_.middleRows(first, count) * x;
    });
  }
  [[nodiscard]] Dense transposed_times(const Dense& x) const {
    return in_chunks(a_.cols(), x.cols(), [&](Index first, Index count) -> Dense {
      return a_.middleCols(first, count).transpose() * x;
    });
  }
  [[nodiscard]] Index rows() const { return a_.rows(); }
  [[nodiscard]] Index cols() const { return a_.cols(); }

 private:
  template <class Compute>
  Dense in_chunks(Index rows, Index cols, Compute compute) const {
    constexpr Index chunk_rows = 64;
    Dense result(rows, cols);
    workers_->for_each((rows + chunk_rows - 1) / chunk_rows, [&](Index chunk, int) {
      const Index first = chunk * chunk_rows;
      const Index count = std::min(chunk_rows, rows - first);
      result.middleRows(first, count) = compute(first, count) / unit_;
    });
    return result;
  }

  RowMajorMap a_;
  double unit_;
  Workers* workers_;
};

Dense orthonormal(const Dense& block) {
  return Eigen::HouseholderQR<Dense>(block).householderQ() *
         Dense::Identity(block.rows(), block.cols());
}

/// Appends `block`, made orthogonal to the basis, to its first `used` columns. Where the block lies
/// in the span of the basis, the first pass leaves rounding in arbitrary directions; two more are
/// needed to make those orthogonal.
void append(Dense& basis, Index used, Dense block) {
  const auto old = basis.leftCols(used);
  for (int pass = 0; pass < 3; ++pass) {
    block -= old * (old.transpose() * block);
    block = orthonormal(block);
  }
  basis.middleCols(used, block.cols()) = block;
}

Dense random_block(Index rows, Index cols, std::uint64_t seed) {
  Dense block(rows, cols);
  for (Index k = 0; k < block.size(); ++k)
    block.data()[k] = random_normal(seed, stream, static_cast<std::uint64_t>(k));
  return block;
}

/// An orthonormal basis of the span of start, (A^T A) start, (A^T A)^2 start, ...
Dense krylov_basis(const Product& a, const Dense& start) {
  const Index width = start.cols();
  Dense basis(a.cols(), width * krylov_blocks);
  basis.leftCols(width) = orthonormal(start);
  for (Index used = width; used < basis.cols(); used += width) {
    append(basis, used, a.transposed_times(a.times(basis.middleCols(used - width, width))));
  }
  return basis;
}

struct Svd {
  Dense p;
  Eigen::VectorXd sigma;
  Dense q;
};

/// Jacobi, after a QR that leaves it a small square: Eigen's faster BDCSVD fails on repeated
/// singular values.
Svd tall_svd(const Dense& a) {
  const Eigen::HouseholderQR<Dense> qr(a);
  const Dense R = qr.matrixQR().topRows(a.cols()).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<Dense, Eigen::NoQRPreconditioner> svd(
      R, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Dense p = Dense::Zero(a.rows(), a.cols());
  p.topRows(a.cols()) = svd.matrixU();
  return {qr.householderQ() * p, svd.singularValues(), svd.matrixV()};
}

Svd full_svd(const Dense& a) {
  if (a.rows() >= a.cols()) return tall_svd(a);
  Svd transposed = tall_svd(a.transpose());
  return {std::move(transposed.q), std::move(transposed.sigma), std::move(transposed.p)};
}

/// The best approximation of A with row space in the span of `basis`.
Svd rayleigh_ritz(const Product& a, const Dense& basis) {
  Svd svd = tall_svd(a.times(basis));
  svd.q = basis * svd.q;
  return svd;
}

bool accurate(const Product& a, const Svd& svd, int r, double tolerance) {
  const Dense error =
      a.transposed_times(svd.p.leftCols(r)) - svd.q.leftCols(r) * svd.sigma.head(r).asDiagonal();
  return error.colwise().norm().maxCoeff() <= tolerance * svd.sigma(0);
}

Matrix to_matrix(const Dense& from, Index cols, const Eigen::VectorXd& signs) {
  Matrix to(from.rows(), cols);
  for (Index i = 0; i < to.rows(); ++i) {
    for (Index j = 0; j < cols; ++j) to(i, j) = signs(j) * from(i, j);
  }
  return to;
}

PartialSvd leading(const Svd& svd, int r, double unit) {
  const Eigen::VectorXd sums =
      svd.p.leftCols(r).colwise().sum() + svd.q.leftCols(r).colwise().sum();
  const Eigen::VectorXd signs = sums.unaryExpr([](double sum) { return sum < 0 ? -1.0 : 1.0; });
  std::vector<double> sigma(svd.sigma.data(), svd.sigma.data() + r);
  for (double& value : sigma) value *= unit;
  return {
      .p = to_matrix(svd.p, r, signs), .sigma = std::move(sigma), .q = to_matrix(svd.q, r, signs)};
}

}  // namespace

PartialSvd partial_svd(const Matrix& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers) {
  const double unit = unit_of(a);
  const Product product(a, unit, workers);
  const Index smaller = std::min(a.rows(), a.cols());
  const Index width = r + oversampling;
  if (width * krylov_blocks >= smaller) {
    return leading(full_svd(RowMajorMap(a.data(), a.rows(), a.cols()) / unit), r, unit);
  }
  Dense start = random_block(a.cols(), width, seed);
  for (int restart = 0;; ++restart) {
    const Svd ritz = rayleigh_ritz(product, krylov_basis(product, start));
    if (restart == max_restarts || accurate(product, ritz, r, tolerance))
      return leading(ritz, r, unit);
    start = ritz.q.leftCols(width);
  }
}

}  // namespace grmf::internal
