#include "linalg/singular_threshold.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/decompositions.h"
#include "linalg/partial_svd.h"

namespace grmf::internal {
namespace {

/// The size of the largest Gram matrix of which all eigenvectors are computed.
constexpr Index small_for_eigenvectors = 1000;
/// The size of the largest Gram matrix of which the eigenvalues alone are computed.
constexpr Index small_for_the_norm = 3000;

/// The lower triangle of A^T A and some entries above it, computed in chunks of columns.
Dense gram(const Dense& a, Workers& workers) {
  constexpr Index chunk_cols = 32;
  Dense result(a.cols(), a.cols());
  workers.for_each((a.cols() + chunk_cols - 1) / chunk_cols, [&](Index chunk, int) {
    const Index first = chunk * chunk_cols;
    const Index count = std::min(chunk_cols, a.cols() - first);
    const Index below = a.cols() - first;
    result.block(first, first, below, count).noalias() =
        a.rightCols(below).transpose() * a.middleCols(first, count);
  });
  return result;
}

/// singular_threshold() by the Gram matrix A^T A, for at least as many rows as columns.
Thresholded threshold_tall(const Dense& a, double tau, Workers& workers) {
  const Eigenpairs eigen = symmetric_eigen(gram(a, workers));
  const Eigen::VectorXd sigma = eigen.values.cwiseMax(0.0).cwiseSqrt();  // ascending
  const auto left = static_cast<Index>((sigma.array() > tau).count());
  const Dense q = eigen.vectors.rightCols(left).rowwise().reverse();
  const Eigen::VectorXd kept = sigma.tail(left).reverse();
  return {.p = (a * q) * kept.cwiseInverse().asDiagonal(), .sigma = kept.array() - tau, .q = q};
}

Thresholded by_gram(const Matrix& a, double tau, Workers& workers) {
  if (a.rows() >= a.cols()) return threshold_tall(view(a), tau, workers);
  Thresholded transposed = threshold_tall(view(a).transpose(), tau, workers);
  std::swap(transposed.p, transposed.q);
  return transposed;
}

}  // namespace

Thresholded singular_threshold(const Matrix& a, double tau, Index rank_guess, Workers& workers) {
  constexpr double accuracy = 1e-10;
  const Index smaller = std::min(a.rows(), a.cols());
  const Index r = rank_guess + 5;
  if (smaller <= small_for_eigenvectors || rank_guess == 0 || r > smaller / 20)
    return by_gram(a, tau, workers);
  const PartialSvd svd =
      partial_svd(Product(a, workers), static_cast<int>(r), accuracy, 0, workers);
  // Where all r singular values are above tau, there may be more.
  if (svd.sigma.back() > tau) return by_gram(a, tau, workers);
  const auto left =
      std::count_if(svd.sigma.begin(), svd.sigma.end(), [&](double sigma) { return sigma > tau; });
  const Eigen::Map<const Eigen::VectorXd> sigma(svd.sigma.data(), left);
  return {.p = view(svd.p).leftCols(left),
          .sigma = sigma.array() - tau,
          .q = view(svd.q).leftCols(left)};
}

double spectral_norm(const Matrix& a, Workers& workers) {
  // A matrix may have many singular values near its largest, and more accuracy takes long then.
  constexpr double accuracy = 1e-6;
  if (std::min(a.rows(), a.cols()) > small_for_the_norm)
    return partial_svd(Product(a, workers), 1, accuracy, 0, workers).sigma.front();
  const Dense tall = a.rows() >= a.cols() ? Dense(view(a)) : Dense(view(a).transpose());
  const Eigen::VectorXd eigenvalues = symmetric_eigenvalues(gram(tall, workers));
  return std::sqrt(std::max(0.0, eigenvalues(tall.cols() - 1)));
}

}  // namespace grmf::internal
