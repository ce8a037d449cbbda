#include "core/anderson.h"

#include <Eigen/Dense>

namespace grmf::internal {
namespace {

using Flat = Eigen::Map<const Eigen::VectorXd>;

Flat flat(const Matrix& a) { return {a.data(), a.size()}; }

double dot(const Factors& a, const Factors& b) {
  return flat(a.u).dot(flat(b.u)) + flat(a.v).dot(flat(b.v));
}

Matrix combine(const Matrix& a, double factor, const Matrix& b) {
  Matrix sum = a;
  for (Index k = 0; k < sum.size(); ++k) sum.data()[k] += factor * b.data()[k];
  return sum;
}

Factors combine(const Factors& a, double factor, const Factors& b) {
  return {combine(a.u, factor, b.u), combine(a.v, factor, b.v)};
}

/// gamma minimising |r - sum_j gamma_j dr_j|. The dr_j are often nearly dependent; a trace of
/// regularisation keeps gamma from exploding.
Eigen::VectorXd mixing(const Factors& r, const std::vector<Factors>& dr) {
  const auto m = std::ssize(dr);
  Eigen::MatrixXd gram(m, m);
  Eigen::VectorXd rhs(m);
  for (Index a = 0; a < m; ++a) {
    for (Index b = 0; b <= a; ++b) gram(a, b) = gram(b, a) = dot(dr[a], dr[b]);
    rhs(a) = dot(dr[a], r);
  }
  gram.diagonal() *= 1 + 1e-10;
  return gram.ldlt().solve(rhs);
}

void keep_ties(const Matrix& model, Matrix& x) {
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index l = 0; l < x.cols(); ++l) {
      if (model(i, l) == 0) x(i, l) = 0.0;
      for (Index k = 0; k < l; ++k) {
        if (model(i, l) == model(i, k)) {
          x(i, l) = x(i, k);
          break;
        }
      }
    }
  }
}

}  // namespace

std::optional<Factors> Anderson::propose(const Factors& from, const Factors& to) {
  if (memory_ == 0) return std::nullopt;
  past_.push_back({combine(to, -1.0, from), to});
  if (std::ssize(past_) > memory_ + 1) past_.pop_front();
  if (past_.size() < 2) return std::nullopt;

  std::vector<Factors> dr;
  std::vector<Factors> dg;
  for (std::size_t k = 1; k < past_.size(); ++k) {
    dr.push_back(combine(past_[k].residual, -1.0, past_[k - 1].residual));
    dg.push_back(combine(past_[k].to, -1.0, past_[k - 1].to));
  }
  const Eigen::VectorXd gamma = mixing(past_.back().residual, dr);
  if (!gamma.allFinite()) return std::nullopt;
  Factors proposal = to;
  for (std::size_t k = 0; k < dg.size(); ++k)
    proposal = combine(proposal, -gamma(static_cast<Index>(k)), dg[k]);
  keep_ties(to.u, proposal.u);
  keep_ties(to.v, proposal.v);
  return proposal;
}

}  // namespace grmf::internal
