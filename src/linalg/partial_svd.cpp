#include "linalg/partial_svd.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/random.h"
#include "linalg/decompositions.h"

namespace grmf::internal {
namespace {

constexpr Index oversampling = 8;    ///< columns of a block beyond r
constexpr Index krylov_blocks = 4;   ///< blocks between two restarts
constexpr Index small_enough = 500;  ///< a matrix with a side up to this gets a full SVD
constexpr int max_restarts = 300;
constexpr std::uint64_t stream = 0x73766400;  ///< keeps these random numbers apart from others

/// The full SVD of a small matrix. A large one is refused: partial_svd() exists to avoid it. Only
/// rough_svd(), whose basis grows with r, may need one. That is also why full_svd() takes any size:
/// balanced() asks it for an r x r matrix, and r has no bound.
Svd small_svd(const Dense& a) {
  if (std::min(a.rows(), a.cols()) > small_enough)
    throw std::logic_error("partial_svd asks for the SVD of a large matrix");
  return full_svd(a);
}

/// Makes `block` orthogonal to the first `used` columns of the basis and puts it after them. Where
/// the block lies in the span of the basis, the first pass leaves rounding in arbitrary directions;
/// two more passes are needed to make those orthogonal.
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

/// An orthonormal basis of the span of the `blocks` blocks start, (A^T A) start, ...
Dense krylov_basis(const LinearMap& a, const Dense& start, Index blocks = krylov_blocks) {
  const Index width = start.cols();
  Dense basis(a.cols(), width * blocks);
  basis.leftCols(width) = orthonormal(start);
  for (Index used = width; used < basis.cols(); used += width) {
    append(basis, used, a.transposed_times(a.times(basis.middleCols(used - width, width))));
  }
  return basis;
}

/// The best approximation of A whose row space lies in the span of `basis`, from the SVD of A times
/// that basis.
Svd rayleigh_ritz(Svd svd, const Dense& basis) {
  svd.q = basis * svd.q;
  return svd;
}

/// The largest |A^T p - sigma q| among the first r triplets.
double largest_error(const LinearMap& a, const Svd& svd, Index r) {
  const Dense error =
      a.transposed_times(svd.p.leftCols(r)) - svd.q.leftCols(r) * svd.sigma.head(r).asDiagonal();
  return error.colwise().norm().maxCoeff();
}

Svd truncated(const Svd& svd, Index r) {
  return {svd.p.leftCols(r), svd.sigma.head(r), svd.q.leftCols(r)};
}

struct Found {
  Svd svd;  ///< r triplets or more
  bool accurate = true;
};

/// The largest |A^T p - sigma q| that is allowed. `sigma_1` is the largest singular value of the
/// whole matrix, of which A may be only a remainder.
struct Allowed {
  double tolerance;
  double sigma_1 = 0.0;

  [[nodiscard]] double operator()(const Svd& svd) const {
    return tolerance * std::max(sigma_1, svd.sigma(0));
  }
};

using GiveUp = std::function<bool()>;

/// At least r triplets by the restarted block Krylov method, with blocks of `width` columns.
Found by_krylov(const LinearMap& a, Index r, Index width, Allowed allowed, std::uint64_t seed,
                const GiveUp& give_up) {
  Dense start = random_block(a.cols(), width, seed);
  for (int restart = 0;; ++restart) {
    const Dense basis = krylov_basis(a, start);
    Svd ritz = rayleigh_ritz(small_svd(a.times(basis)), basis);
    const bool done = largest_error(a, ritz, r) <= allowed(ritz);
    if (done || restart == max_restarts || (give_up && give_up())) return {std::move(ritz), done};
    start = ritz.q.leftCols(width);
  }
}

/// The orthogonal complement of k orthonormal columns, in coordinates of its own. Householder
/// reflections keep it orthogonal to rounding even where A is next to nothing.
class Complement {
 public:
  explicit Complement(const Dense& columns) : k_(columns.cols()), qr_(columns) {}

  [[nodiscard]] Dense coordinates(const Dense& x) const {
    return (qr_.householderQ().transpose() * x).bottomRows(x.rows() - k_);
  }
  [[nodiscard]] Dense lifted(const Dense& coordinates) const {
    Dense x = Dense::Zero(coordinates.rows() + k_, coordinates.cols());
    x.bottomRows(coordinates.rows()) = coordinates;
    return qr_.householderQ() * x;
  }

 private:
  Index k_;
  Eigen::HouseholderQR<Dense> qr_;
};

Dense side_by_side(const Dense& a, const Dense& b) {
  Dense both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

/// Finds many triplets in rounds. A round finds the largest triplets of A by the Krylov method; the
/// next round does the same for A on the complement of their vectors, until that is small enough
/// for a full SVD. A round keeps fewer triplets than its block has columns: the last ones converge
/// slowest, and the next round finds them among its first.
Found in_rounds(Matrix a, Index r, Allowed allowed, std::uint64_t seed, Workers& workers,
                const GiveUp& give_up) {
  constexpr Index width = small_enough / krylov_blocks;
  constexpr Index most = width - width / 5;
  const Index smaller = std::min(a.rows(), a.cols());
  if (smaller <= small_enough) return {truncated(small_svd(view(a)), r)};
  const Index k = std::min({r, most, smaller - small_enough});
  Found first = by_krylov(Product(a, 1.0, workers), k, width, allowed, seed, give_up);
  first.svd = truncated(first.svd, k);
  if (k == r) return first;
  allowed.sigma_1 = std::max(allowed.sigma_1, first.svd.sigma(0));

  const Complement of_p(first.svd.p);
  const Complement of_q(first.svd.q);
  a = to_matrix(of_q.coordinates(of_p.coordinates(view(a)).transpose()).transpose());
  const Found others = in_rounds(std::move(a), r - k, allowed, seed, workers, give_up);
  Eigen::VectorXd sigma(r);
  sigma << first.svd.sigma, others.svd.sigma;
  return {{side_by_side(first.svd.p, of_p.lifted(others.svd.p)), sigma,
           side_by_side(first.svd.q, of_q.lifted(others.svd.q))},
          first.accurate && others.accurate};
}

/// Sorts the triplets, because rounds may exchange neighbours that differ only by rounding.
Svd descending(const Svd& svd) {
  std::vector<Index> order(svd.sigma.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index k, Index l) { return svd.sigma(k) > svd.sigma(l); });
  return {svd.p(Eigen::all, order), svd.sigma(order), svd.q(Eigen::all, order)};
}

/// The first r triplets, with sigma times `unit` and with the signs that partial_svd() promises.
PartialSvd leading(const Found& found, int r, double unit) {
  const Svd& svd = found.svd;
  const Eigen::VectorXd sums =
      svd.p.leftCols(r).colwise().sum() + svd.q.leftCols(r).colwise().sum();
  const Eigen::VectorXd signs = sums.unaryExpr([](double sum) { return sum < 0 ? -1.0 : 1.0; });
  std::vector<double> sigma(svd.sigma.data(), svd.sigma.data() + r);
  for (double& value : sigma) value *= unit;
  return {.p = to_matrix(svd.p.leftCols(r) * signs.asDiagonal()),
          .sigma = std::move(sigma),
          .q = to_matrix(svd.q.leftCols(r) * signs.asDiagonal()),
          .accurate = found.accurate};
}

}  // namespace

PartialSvd partial_svd(const LinearMap& a, int r, double tolerance, std::uint64_t seed,
                       Workers& workers, const GiveUp& give_up) {
  const Index smaller = std::min(a.rows(), a.cols());
  const Index width = r + oversampling;
  const Index basis = width * krylov_blocks;
  if (smaller > small_enough && basis > small_enough) {
    Found found = in_rounds(to_matrix(a.dense()), r, {tolerance}, seed, workers, give_up);
    found.svd = descending(found.svd);
    return leading(found, r, a.unit());
  }
  if (basis >= smaller) return leading({small_svd(a.dense())}, r, a.unit());
  return leading(by_krylov(a, r, width, {tolerance}, seed, give_up), r, a.unit());
}

PartialSvd rough_svd(const LinearMap& a, int r, std::uint64_t seed) {
  constexpr Index few = 4;  // columns of a block beyond r
  constexpr Index blocks = 2;
  const Index width = r + few;
  if (blocks * width >= std::min(a.rows(), a.cols()))
    return leading({full_svd(a.dense())}, r, a.unit());
  const Dense basis = krylov_basis(a, random_block(a.cols(), width, seed), blocks);
  return leading({rayleigh_ritz(full_svd(a.times(basis)), basis), false}, r, a.unit());
}

}  // namespace grmf::internal
