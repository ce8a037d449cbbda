#include "core/partial_svd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dense.h"
#include "core/random.h"

namespace grmf::internal {
namespace {

constexpr Index oversampling = 8;    ///< block columns beyond r
constexpr Index krylov_blocks = 4;   ///< blocks between two restarts
constexpr Index small_enough = 500;  ///< for a full SVD
constexpr int max_restarts = 300;
constexpr std::uint64_t stream = 0x73766400;  ///< keeps these random numbers apart from others

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
Dense krylov_basis(const Product& a, const Dense& start, Index blocks) {
  const Index width = start.cols();
  Dense basis(a.cols(), width * blocks);
  basis.leftCols(width) = orthonormal(start);
  for (Index used = width; used < basis.cols(); used += width) {
    append(basis, used, a.transposed_times(a.times(basis.middleCols(used - width, width))));
  }
  return basis;
}

/// The best approximation of A with row space in the span of `basis`.
Svd rayleigh_ritz(const Product& a, const Dense& basis) {
  Svd svd = full_svd(a.times(basis));
  svd.q = basis * svd.q;
  return svd;
}

bool accurate(const Product& a, const Svd& svd, int r, double tolerance) {
  const Dense error =
      a.transposed_times(svd.p.leftCols(r)) - svd.q.leftCols(r) * svd.sigma.head(r).asDiagonal();
  return error.colwise().norm().maxCoeff() <= tolerance * svd.sigma(0);
}

PartialSvd leading(const Svd& svd, int r, double unit) {
  const Eigen::VectorXd sums =
      svd.p.leftCols(r).colwise().sum() + svd.q.leftCols(r).colwise().sum();
  const Eigen::VectorXd signs = sums.unaryExpr([](double sum) { return sum < 0 ? -1.0 : 1.0; });
  std::vector<double> sigma(svd.sigma.data(), svd.sigma.data() + r);
  for (double& value : sigma) value *= unit;
  return {.p = to_matrix(svd.p.leftCols(r) * signs.asDiagonal()),
          .sigma = std::move(sigma),
          .q = to_matrix(svd.q.leftCols(r) * signs.asDiagonal())};
}

}  // namespace

PartialSvd partial_svd(const Matrix& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers) {
  const double unit = power_of_two_unit(a);
  const Product product(a, unit, workers);
  const Index smaller = std::min(a.rows(), a.cols());
  const Index width = r + oversampling;
  // Many triplets of a large matrix: rather a narrow space than a large one.
  Index blocks = krylov_blocks;
  while (blocks > 2 && width * blocks > small_enough) --blocks;
  if (width * blocks >= smaller) {
    return leading(full_svd(view(a) / unit), r, unit);
  }
  Dense start = random_block(a.cols(), width, seed);
  for (int restart = 0;; ++restart) {
    const Svd ritz = rayleigh_ritz(product, krylov_basis(product, start, blocks));
    const bool done = accurate(product, ritz, r, tolerance);
    if (done || restart == max_restarts) {
      PartialSvd result = leading(ritz, r, unit);
      result.accurate = done;
      return result;
    }
    start = ritz.q.leftCols(width);
  }
}

}  // namespace grmf::internal
