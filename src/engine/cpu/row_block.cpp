#include "engine/cpu/row_block.h"

#include <algorithm>
#include <cmath>

#include "engine/cpu/panel_kernels.h"

namespace grmf::internal {

RowBlock::RowBlock(const Kernel& kernel, const Data& data, Side side)
    : kernel_(&kernel),
      r_(kernel.rank()),
      gram_size_(r_ * (r_ + 1) / 2),
      rows_(static_cast<Index>(lanes) * packs_at_once(data, side, kernel.rank())),
      panel_(data, side, static_cast<int>(rows_ / lanes)),
      x_(rows_ * r_),
      sums_(rows_ * (gram_size_ + r_ + 1)),
      weights_(x_.size()) {}

void RowBlock::load(const Matrix& x, RowRange rows, Index number) {
  first_ = rows.first + number * rows_;
  count_ = static_cast<int>(std::min<Index>(rows_, rows.last - first_));
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

template <class Add>
void RowBlock::sum_over_panels(const Matrix& a, LineVector& sums, Add add) {
  static_assert(sum_chunk % Panel::max_samples == 0);
  const bool long_rows = a.rows() > sum_chunk;
  std::fill(sums.begin(), sums.end(), 0.0);
  if (long_rows) tree_.clear();
  for (Index k = 0; k < a.rows(); k += Panel::max_samples) {
    if (k > 0 && k % sum_chunk == 0) {
      tree_.add(sums);
      std::fill(sums.begin(), sums.end(), 0.0);
    }
    panel_.load(first_, k);
    for (Index pack = 0; pack < packs(); ++pack) add(pack, a.data() + k * r_);
  }
  if (!long_rows) return;
  tree_.add(sums);
  tree_.total(sums);
}

void RowBlock::majorise(const Matrix& a) {
  sum_over_panels(a, sums_, [&](Index pack, const double* samples) {
    const Index at = pack * lanes;
    kernel_->add_gram(panel_, static_cast<int>(pack), samples, &x_[at * r_],
                      &sums_[at * gram_size_], &sums_[rhs_at() + at * r_], &sums_[loss_at() + at]);
  });
}

void RowBlock::measure(const Matrix& a) {
  sum_over_panels(a, sums_, [&](Index pack, const double* samples) {
    const Index at = pack * lanes;
    kernel_->add_loss(panel_, static_cast<int>(pack), samples, &x_[at * r_],
                      &sums_[loss_at() + at]);
  });
}

void RowBlock::sum_weights(const Matrix& a, double slope) {
  sum_over_panels(a, weights_, [&](Index pack, const double* samples) {
    const double* m = panel_.m(static_cast<int>(pack));
    double* sums = &weights_[pack * lanes * r_];
    for (Index k = 0; k < panel_.samples(); ++k, samples += r_) {
      for (Index l = 0; l < r_; ++l) {
        for (Index lane = 0; lane < lanes; ++lane) {
          const double weight = m != nullptr ? m[k * lanes + lane] : 1.0;
          sums[l * lanes + lane] += slope * weight * std::abs(samples[l]);
        }
      }
    }
  });
}

void RowBlock::get_weights(int row, std::span<double> sums) const {
  const double* from = &weights_[place(row, r_)];
  for (Index l = 0; l < r_; ++l) sums[l] = from[l * lanes];
}

void RowBlock::get_gram(int row, std::span<double> triangle) const {
  const double* from = &sums_[place(row, gram_size_)];
  for (Index k = 0; k < gram_size_; ++k) triangle[k] = from[k * lanes];
}

void RowBlock::fill_problem(int row, double lambda3, TinyProblem& problem) const {
  const double* g = &sums_[place(row, gram_size_)];
  const double* h = &sums_[rhs_at() + place(row, r_)];
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
    panel_kernels().newton[code_for(r)](&sums_[at * gram_size_], &sums_[rhs_at() + at * r_], r,
                                        2 * lambda3, proximal_share, &x_[at * r_]);
  }
}

}  // namespace grmf::internal
