#include "solve/row_group.h"

#include <algorithm>

#include "solve/panel_kernels.h"

namespace grmf::internal {

RowGroup::RowGroup(const Kernel& kernel, const Data& data, Side side)
    : kernel_(&kernel),
      r_(kernel.rank()),
      gram_size_(r_ * (r_ + 1) / 2),
      rows_(static_cast<Index>(lanes) * batches_at_once(data, side, kernel.rank())),
      panel_(data, side, static_cast<int>(rows_ / lanes)),
      x_(rows_ * r_),
      gram_(rows_ * gram_size_),
      rhs_(x_.size()),
      loss_(rows_) {}

void RowGroup::load(const Matrix& x, Index number) {
  first_ = number * rows_;
  count_ = static_cast<int>(std::min<Index>(rows_, x.rows() - first_));
  std::fill(x_.begin(), x_.end(), 0.0);
  for (int row = 0; row < count_; ++row) set(row, x.row(first_ + row));
}

void RowGroup::store(Matrix& x) const {
  for (int row = 0; row < count_; ++row) get(row, x.row(first_ + row));
}

void RowGroup::get(int row, std::span<double> x) const {
  const double* from = &x_[place(row, r_)];
  for (Index l = 0; l < r_; ++l) x[l] = from[l * lanes];
}

void RowGroup::set(int row, std::span<const double> x) {
  double* to = &x_[place(row, r_)];
  for (Index l = 0; l < r_; ++l) to[l * lanes] = x[l];
}

template <class Use>
void RowGroup::for_each_panel(const Matrix& a, Use use) {
  std::fill(loss_.begin(), loss_.end(), 0.0);
  for (Index k = 0; k < a.rows(); k += Panel::max_samples) {
    panel_.load(first_, k);
    for (int batch = 0; batch < batches(); ++batch) use(batch, a.data() + k * r_);
  }
}

void RowGroup::majorise(const Matrix& a) {
  std::fill(gram_.begin(), gram_.end(), 0.0);
  std::fill(rhs_.begin(), rhs_.end(), 0.0);
  for_each_panel(a, [&](Index batch, const double* samples) {
    const Index at = batch * lanes;
    kernel_->add_gram(panel_, static_cast<int>(batch), samples, &x_[at * r_],
                      &gram_[at * gram_size_], &rhs_[at * r_], &loss_[at]);
  });
}

void RowGroup::measure(const Matrix& a) {
  for_each_panel(a, [&](Index batch, const double* samples) {
    const Index at = batch * lanes;
    kernel_->add_loss(panel_, static_cast<int>(batch), samples, &x_[at * r_], &loss_[at]);
  });
}

void RowGroup::fill(int row, double lambda3, TinyProblem& problem) const {
  const double* g = &gram_[place(row, gram_size_)];
  const double* h = &rhs_[place(row, r_)];
  for (int l = 0; l < problem.r; ++l) {
    problem.rhs[l] = h[l * lanes];
    for (int k = 0; k <= l; ++k, g += lanes) {
      problem.hessian[problem.index(l, k)] = problem.hessian[problem.index(k, l)] = *g;
    }
    problem.hessian[problem.index(l, l)] += 2 * lambda3;
  }
}

void RowGroup::minimise(double lambda3) {
  const int r = kernel_->rank();
  for (Index batch = 0; batch < batches(); ++batch) {
    const Index at = batch * lanes;
    panel_kernels().newton[code_for(r)](&gram_[at * gram_size_], &rhs_[at * r_], r, 2 * lambda3,
                                        proximal_share, &x_[at * r_]);
  }
}

}  // namespace grmf::internal
