#include "core/partial_svd.h"

#include <algorithm>

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

/// A and A^T times a block, in chunks that do not depend on the number of workers.
class Product {
 public:
  Product(const Matrix& a, Workers& workers)
      : a_(a.data(), a.rows(), a.cols()), workers_(&workers) {}

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
      result.middleRows(first, count) = compute(first, count);
    });
    return result;
  }

  RowMajorMap a_;
  Workers* workers_;
};

Dense orthonormal(const Dense& block) {
  return Eigen::HouseholderQR<Dense>(block).householderQ() *
         Dense::Identity(block.rows(), block.cols());
}

/// Appends `block`, made orthogonal to the basis, to its first `used` columns. Twice is enough.
void append(Dense& basis, Index used, Dense block) {
  const auto old = basis.leftCols(used);
  for (int pass = 0; pass < 2; ++pass) {
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

struct Ritz {
  Dense p;
  Eigen::VectorXd sigma;
  Dense q;
};

/// The best approximation of A with row space in the span of `basis`.
Ritz rayleigh_ritz(const Product& a, const Dense& basis) {
  const Dense image = a.times(basis);
  const Eigen::BDCSVD<Dense> svd(image, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), basis * svd.matrixV()};
}

bool accurate(const Product& a, const Ritz& ritz, int r, double tolerance) {
  const Dense error =
      a.transposed_times(ritz.p.leftCols(r)) - ritz.q.leftCols(r) * ritz.sigma.head(r).asDiagonal();
  return error.colwise().norm().maxCoeff() <= tolerance * ritz.sigma(0);
}

Matrix to_matrix(const Dense& from, Index cols, const Eigen::VectorXd& signs) {
  Matrix to(from.rows(), cols);
  for (Index i = 0; i < to.rows(); ++i) {
    for (Index j = 0; j < cols; ++j) to(i, j) = signs(j) * from(i, j);
  }
  return to;
}

PartialSvd leading(const Ritz& ritz, int r) {
  const Eigen::VectorXd sums =
      ritz.p.leftCols(r).colwise().sum() + ritz.q.leftCols(r).colwise().sum();
  const Eigen::VectorXd signs = sums.unaryExpr([](double sum) { return sum < 0 ? -1.0 : 1.0; });
  return {.p = to_matrix(ritz.p, r, signs),
          .sigma = {ritz.sigma.data(), ritz.sigma.data() + r},
          .q = to_matrix(ritz.q, r, signs)};
}

}  // namespace

PartialSvd partial_svd(const Matrix& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers) {
  const Product product(a, workers);
  const Index smaller = std::min(a.rows(), a.cols());
  const Index width = r + oversampling;
  if (width * krylov_blocks >= smaller) {
    const Eigen::BDCSVD<Dense> svd(RowMajorMap(a.data(), a.rows(), a.cols()),
                                   Eigen::ComputeThinU | Eigen::ComputeThinV);
    return leading({svd.matrixU(), svd.singularValues(), svd.matrixV()}, r);
  }
  Dense start = random_block(a.cols(), width, seed);
  for (int restart = 0;; ++restart) {
    const Ritz ritz = rayleigh_ritz(product, krylov_basis(product, start));
    if (restart == max_restarts || accurate(product, ritz, r, tolerance)) return leading(ritz, r);
    start = ritz.q.leftCols(width);
  }
}

}  // namespace grmf::internal
