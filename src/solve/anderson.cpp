#include "solve/anderson.h"

#include <algorithm>
#include <utility>

#include "linalg/decompositions.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

/// The entries of U and then those of V, as one vector.
Vector flat(const Factors& factors) {
  Vector x(factors.u.size() + factors.v.size());
  std::copy(factors.u.values().begin(), factors.u.values().end(), x.data());
  std::copy(factors.v.values().begin(), factors.v.values().end(), x.data() + factors.u.size());
  return x;
}

void unflatten(const Vector& x, Factors& factors) {
  std::copy_n(x.data(), factors.u.size(), factors.u.data());
  std::copy_n(x.data() + factors.u.size(), factors.v.size(), factors.v.data());
}

/// Gives x the zeros and ties that the rows of `pattern` have.
void keep_ties(const Matrix& pattern, Matrix& x) {
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index l = 0; l < x.cols(); ++l) {
      if (pattern(i, l) == 0) x(i, l) = 0.0;
      for (Index k = 0; k < l; ++k) {
        if (pattern(i, l) == pattern(i, k)) {
          x(i, l) = x(i, k);
          break;
        }
      }
    }
  }
}

}  // namespace

void Anderson::reset() {
  residual_.resize(0);
  differences_ = next_ = 0;
}

void Anderson::visit_state(StateArchive& archive) {
  archive(residual_);
  archive(to_);
  archive(differences_);
  archive(next_);
  archive(d_residual_);
  archive(d_to_);
  archive(gram_);
}

void Anderson::remember(const Vector& residual, const Vector& to) {
  if (d_residual_.rows() != to.size()) {
    // What is not in use yet is 0, so that the same run has the same state.
    d_residual_.setZero(to.size(), memory_);
    d_to_.setZero(to.size(), memory_);
    gram_.setZero(memory_, memory_);
  }
  d_residual_.col(next_) = residual - residual_;
  d_to_.col(next_) = to - to_;
  differences_ = std::min(differences_ + 1, memory_);
  gram_.col(next_).head(differences_) =
      d_residual_.leftCols(differences_).transpose() * d_residual_.col(next_);
  gram_.row(next_).head(differences_) = gram_.col(next_).head(differences_);
  next_ = (next_ + 1) % memory_;
}

std::optional<Vector> Anderson::propose(Vector residual, Vector to) {
  if (memory_ == 0) return std::nullopt;
  if (residual_.size() > 0) remember(residual, to);
  residual_ = std::move(residual);
  to_ = std::move(to);
  if (differences_ == 0) return std::nullopt;

  // gamma minimises |r - sum_j gamma_j dr_j|. The dr_j are often nearly dependent; a trace of
  // regularisation keeps gamma from exploding.
  Eigen::MatrixXd gram = gram_.topLeftCorner(differences_, differences_);
  gram.diagonal() *= 1 + 1e-10;
  const Vector gamma =
      solve_symmetric(gram, d_residual_.leftCols(differences_).transpose() * residual_);
  if (!gamma.allFinite()) return std::nullopt;
  return to_ - d_to_.leftCols(differences_) * gamma;
}

std::optional<Factors> Anderson::propose(const Factors& from, const Factors& to) {
  if (memory_ == 0) return std::nullopt;
  Vector there = flat(to);
  Vector residual = there - flat(from);
  const std::optional<Vector> there_next = propose(std::move(residual), std::move(there));
  if (!there_next) return std::nullopt;
  Factors proposal = to;
  unflatten(*there_next, proposal);
  keep_ties(to.u, proposal.u);
  keep_ties(to.v, proposal.v);
  return proposal;
}

}  // namespace grmf::internal
