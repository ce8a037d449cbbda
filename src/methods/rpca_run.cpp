#include "methods/rpca_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/shrunk.h"
#include "data/dense_copy.h"

namespace grmf::internal {
namespace {

/// Steps of admm are this many times as long; below 2 they cannot lead away from the minimum.
constexpr double relaxation = 1.7;
/// The share by which two R may differ and still count as the same, and by which an extrapolation
/// may raise |R|.
constexpr double alike = 1e-2;
/// The penalty of admm is adjusted after 3, 6, 12, ... steps. After this step it stays, as
/// convergence requires.
constexpr int last_balance = 100;

Eigen::Map<const Eigen::VectorXd> flat(const Matrix& a) { return {a.data(), a.size()}; }
Eigen::Map<Eigen::VectorXd> flat(Matrix& a) { return {a.data(), a.size()}; }

}  // namespace

RpcaRun::RpcaRun(const Data& data, RpcaAlgorithm algorithm, double lambda, int memory,
                 Workers& workers)
    : workers_(&workers),
      algorithm_(algorithm),
      lambda_(lambda),
      y_(dense_copy(data)),
      weights_(dense_weights(data)),
      w_(data.rows(), data.cols()),
      sparse_(data.rows(), data.cols()),
      cut_(data.rows(), data.cols()),
      low_rank_(data.rows(), data.cols()),
      residual_(data.rows(), data.cols()),
      residual_before_(data.rows(), data.cols()),
      anderson_(algorithm == RpcaAlgorithm::admm ? memory : 0) {
  unit_ = power_of_two_unit(y_);
  flat(y_) /= unit_;
  y_norm_ = flat(y_).norm();
  if (y_norm_ == 0) return;
  if (algorithm_ == RpcaAlgorithm::admm) {
    mu_ = static_cast<double>(y_.size()) / (4 * flat(y_).lpNorm<1>());
    return;
  }
  const double spectral = spectral_norm(y_, workers);
  mu_ = 1.25 / spectral;
  mu_max_ = 1e7 * mu_;
  const double dual_norm = std::max(spectral, flat(y_).lpNorm<Eigen::Infinity>() / lambda_);
  flat(w_) = flat(y_) / (dual_norm * mu_);
}

void RpcaRun::split_w() {
  for (Index i = 0; i < y_.rows(); ++i) {
    for (Index j = 0; j < y_.cols(); ++j) {
      sparse_(i, j) = shrunk(w_(i, j), lambda_ * weight(i, j) / mu_);
      cut_(i, j) = w_(i, j) - sparse_(i, j);
    }
  }
  step_mu_ = mu_;
}

void RpcaRun::evaluate() {
  split_w();
  Matrix z(y_.rows(), y_.cols());
  flat(z) = flat(y_) - flat(sparse_) + flat(cut_);
  svd_of_l_ = singular_threshold(z, 1 / mu_, static_cast<Index>(svd_of_l_.sigma.size()), *workers_);
  const auto& [p, sigma, q] = svd_of_l_;
  low_rank_ = sigma.size() > 0 ? to_matrix(p * sigma.asDiagonal() * q.transpose())
                               : Matrix(y_.rows(), y_.cols());
  flat(residual_) = flat(y_) - flat(low_rank_) - flat(sparse_);
}

void RpcaRun::visit_iteration(StateArchive& archive) {
  for (Matrix* a : {&w_, &sparse_, &cut_, &low_rank_, &residual_, &residual_before_, &plain_})
    archive(*a);
  archive(svd_of_l_.p);
  archive(svd_of_l_.sigma);
  archive(svd_of_l_.q);
  for (double* number : {&stride_, &mu_, &step_mu_, &residual_norm_}) archive(*number);
  archive(steps_);
  archive(next_balance_);
  archive(extrapolated_);
  anderson_.visit_state(archive);
}

IterationStep RpcaRun::step() {
  if (y_norm_ == 0) return {};
  const Matrix low_rank = low_rank_;
  const Matrix sparse = sparse_;
  evaluate();
  const double change = algorithm_ == RpcaAlgorithm::admm ? admm_step() : ialm_step();
  return {.objective = objective(),
          .change = change,
          .step_u = unit_ * (flat(low_rank_) - flat(low_rank)).norm(),
          .step_v = unit_ * (flat(sparse_) - flat(sparse)).norm()};
}

double RpcaRun::admm_step() {
  const double before = std::exchange(residual_norm_, flat(residual_).norm());
  const double multiplier = flat(cut_).norm();
  const double dual = multiplier > 0 ? residual_norm_ / multiplier : 1.0;
  // The residual is relative to L, because Y may be as large as its outliers.
  const double size = flat(low_rank_).norm();
  const double primal = residual_norm_ / (size > 0 ? size : y_norm_);
  ++steps_;
  if (extrapolated_ && residual_norm_ > before * (1 + alike)) {
    w_ = plain_;
    residual_norm_ = before;
    extrapolated_ = false;
    stride_ = 1.0;
    anderson_.reset();
    return std::max(primal, dual);
  }
  flat(w_) += relaxation * flat(residual_);
  if (steps_ == next_balance_ && steps_ <= last_balance) {
    balance_penalty();
  } else {
    extrapolate();
  }
  return std::max(primal, dual);
}

/// ialm only looks for a feasible point: once its penalty has grown, L and S no longer move.
double RpcaRun::ialm_step() {
  flat(w_) += flat(residual_);
  split_w();
  set_penalty(std::min(1.5 * mu_, mu_max_));
  return (flat(y_) - flat(low_rank_) - flat(sparse_)).norm() / y_norm_;
}

void RpcaRun::extrapolate() {
  // Near the minimum W can move on and on by the same R, until some entry of S meets 0. Past steps
  // then tell nothing but the direction, in which steps are doubled.
  const bool same = (flat(residual_) - flat(residual_before_)).norm() <= alike * residual_norm_;
  residual_before_ = residual_;
  stride_ = same ? 2 * stride_ : 1.0;
  plain_ = w_;
  if (stride_ > 1) {
    anderson_.reset();
    flat(w_) += stride_ * flat(residual_);
    extrapolated_ = true;
    return;
  }
  const std::optional<Eigen::VectorXd> there = anderson_.propose(flat(residual_), flat(w_));
  extrapolated_ = there.has_value();
  if (extrapolated_) flat(w_) = *there;
}

/// Changes mu, and W such that S and Lambda stay the same.
void RpcaRun::set_penalty(double mu) {
  for (Index i = 0; i < w_.rows(); ++i) {
    for (Index j = 0; j < w_.cols(); ++j) {
      const double s = shrunk(w_(i, j), lambda_ * weight(i, j) / mu_);
      w_(i, j) = s + (w_(i, j) - s) * (mu_ / mu);
    }
  }
  mu_ = mu;
}

/// Adjusts mu. The distance from 0 to S has the weight mu and the distance from 0 to Lambda the
/// weight 1 / mu, so that both are alike where mu = |Lambda| / |S|. The norms are sums of absolute
/// values, because in a sum of squares a single huge entry of S would hide all others.
void RpcaRun::balance_penalty() {
  constexpr double most = 10.0;  // the largest change at a time
  constexpr double least = 1.2;  // the least change that is worth forgetting the past steps
  const double s = flat(sparse_).lpNorm<1>();
  const double ratio = s > 0 ? flat(cut_).lpNorm<1>() / s : most;
  const double factor = std::clamp(ratio, 1 / most, most);
  next_balance_ *= 2;
  extrapolated_ = false;
  if (factor < least && factor > 1 / least) return;
  anderson_.reset();
  set_penalty(factor * mu_);
}

double RpcaRun::objective() const {
  double price = 0.0;
  for (Index i = 0; i < y_.rows(); ++i) {
    for (Index j = 0; j < y_.cols(); ++j)
      price += weight(i, j) * std::abs(y_(i, j) - low_rank_(i, j));
  }
  return unit_ * (svd_of_l_.nuclear_norm() + lambda_ * price);
}

double RpcaRun::duality_gap() const {
  // <Y, Lambda> is at most the minimum if |Lambda|_2 <= 1 and no entry of Lambda is larger than
  // lambda m_ij; the second always holds, because Lambda is what the threshold cuts off.
  const double f = objective() / unit_;
  if (f == 0) return 0.0;
  const double largest = step_mu_ * spectral_norm(cut_, *workers_);
  return std::max(0.0, 1 - step_mu_ * flat(y_).dot(flat(cut_)) / std::max(1.0, largest) / f);
}

Factors RpcaRun::factors() const {
  const auto& [p, sigma, q] = svd_of_l_;
  if (sigma.size() == 0) return {Matrix(y_.rows(), 1), Matrix(y_.cols(), 1)};
  const Eigen::VectorXd root = (unit_ * sigma).cwiseSqrt();
  return {to_matrix(p * root.asDiagonal()), to_matrix(q * root.asDiagonal())};
}

Matrix RpcaRun::outliers() const {
  Matrix s = sparse_;
  for (Index i = 0; i < s.rows(); ++i) {
    for (Index j = 0; j < s.cols(); ++j) s(i, j) *= weight(i, j) > 0 ? unit_ : 0.0;
  }
  return s;
}

}  // namespace grmf::internal
