#include "solve/row_batch.h"

#include <algorithm>

namespace grmf::internal {

RowBatch::RowBatch(const Kernel& kernel, const Data& data, Side side)
    : kernel_(&kernel),
      data_(&data),
      side_(side),
      r_(kernel.rank()),
      x_(static_cast<std::size_t>(r_) * lanes),
      gram_(static_cast<std::size_t>(r_) * (r_ + 1) / 2 * lanes),
      rhs_(x_.size()),
      loss_(lanes) {}

void RowBatch::load(const Matrix& x, Index batch) {
  first_ = batch * lanes;
  count_ = static_cast<int>(std::min<Index>(lanes, x.rows() - first_));
  std::fill(x_.begin(), x_.end(), 0.0);
  for (int lane = 0; lane < count_; ++lane) set(lane, x.row(first_ + lane));
}

void RowBatch::store(Matrix& x) const {
  for (int lane = 0; lane < count_; ++lane) get(lane, x.row(first_ + lane));
}

void RowBatch::get(int lane, std::span<double> x) const {
  for (int l = 0; l < r_; ++l) x[l] = x_[l * lanes + lane];
}

void RowBatch::set(int lane, std::span<const double> x) {
  for (int l = 0; l < r_; ++l) x_[l * lanes + lane] = x[l];
}

template <class Use>
void RowBatch::for_each_panel(const Matrix& a, Use use) {
  for (Index k = 0; k < a.rows(); k += Panel::max_samples) {
    panel_.load(*data_, side_, first_, k);
    use(a.data() + k * r_);
  }
}

void RowBatch::majorise(const Matrix& a) {
  std::fill(gram_.begin(), gram_.end(), 0.0);
  std::fill(rhs_.begin(), rhs_.end(), 0.0);
  for_each_panel(a, [&](const double* samples) {
    kernel_->add_gram(panel_, samples, x_.data(), gram_.data(), rhs_.data());
  });
}

void RowBatch::fill(int lane, double lambda3, TinyProblem& problem) const {
  const double* g = gram_.data() + lane;
  for (int l = 0; l < r_; ++l) {
    problem.rhs[l] = rhs_[l * lanes + lane];
    for (int k = 0; k <= l; ++k, g += lanes) {
      problem.hessian[problem.index(l, k)] = problem.hessian[problem.index(k, l)] = *g;
    }
    problem.hessian[problem.index(l, l)] += 2 * lambda3;
  }
}

std::span<const double> RowBatch::losses(const Matrix& a) {
  std::fill(loss_.begin(), loss_.end(), 0.0);
  for_each_panel(a, [&](const double* samples) {
    kernel_->add_loss(panel_, samples, x_.data(), loss_.data());
  });
  return loss_;
}

}  // namespace grmf::internal
