#include "engine/cpu/row_block.h"

#include <algorithm>

#include "engine/cpu/panel_kernels.h"

namespace grmf::internal {

RowBlock::RowBlock(const Kernel& kernel, const Data& data, Side side)
    : kernel_(&kernel),
      r_(kernel.rank()),
      gram_size_(r_ * (r_ + 1) / 2),
      rows_(static_cast<Index>(lanes) * packs_at_once(data, side, kernel.rank())),
      panel_(data, side, static_cast<int>(rows_ / lanes)),
      x_(rows_ * r_),
      gram_(rows_ * gram_size_),
      rhs_(x_.size()),
      loss_(rows_) {}

void RowBlock::load(const Matrix& x, Index number) {
  first_ = number * rows_;
  count_ = static_cast<int>(std::min<Index>(rows_, x.rows() - first_));
  std::fill(x_.begin(), x_.end(), 0.0);
  for (int row = 0; row < count_; ++row) set_row(row, x.row(first_ + row));
}

void RowBlock::store(Matrix& x) const {
  for (int row = 0; row < count_; ++row) get_row(row, x.row(first_ + row));
}

void RowBlock::get_row(int row, std::span<double> x) const {
  const double* from = &x_[place(row, r_)];
  for (Index l = 0; l < r_; ++l) x[l] = from[l * lanes];
}

void RowBlock::set_row(int row, std::span<const double> x) {
  double* to = &x_[place(row, r_)];
  for (Index l = 0; l < r_; ++l) to[l * lanes] = x[l];
}

template <class Use>
void RowBlock::for_each_panel(const Matrix& a, Use use) {
  std::fill(loss_.begin(), loss_.end(), 0.0);
  for (Index k = 0; k < a.rows(); k += Panel::max_samples) {
    panel_.load(first_, k);
    for (int pack = 0; pack < packs(); ++pack) use(pack, a.data() + k * r_);
  }
}

void RowBlock::majorise(const Matrix& a) {
  std::fill(gram_.begin(), gram_.end(), 0.0);
  std::fill(rhs_.begin(), rhs_.end(), 0.0);
  for_each_panel(a, [&](Index pack, const double* samples) {
    const Index at = pack * lanes;
    kernel_->add_gram(panel_, static_cast<int>(pack), samples, &x_[at * r_],
                      &gram_[at * gram_size_], &rhs_[at * r_], &loss_[at]);
  });
}

void RowBlock::measure(const Matrix& a) {
  for_each_panel(a, [&](Index pack, const double* samples) {
    const Index at = pack * lanes;
    kernel_->add_loss(panel_, static_cast<int>(pack), samples, &x_[at * r_], &loss_[at]);
  });
}

void RowBlock::fill_problem(int row, double lambda3, TinyProblem& problem) const {
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

void RowBlock::minimise(double lambda3) {
  const int r = kernel_->rank();
  for (Index pack = 0; pack < packs(); ++pack) {
    const Index at = pack * lanes;
    panel_kernels().newton[code_for(r)](&gram_[at * gram_size_], &rhs_[at * r_], r, 2 * lambda3,
                                        proximal_share, &x_[at * r_]);
  }
}

}  // namespace grmf::internal
