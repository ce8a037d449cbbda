#pragma once

#include <span>

#include "base/aligned.h"
#include "base/sums.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/panel.h"
#include "grmf/data.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// A block of neighbouring rows of one factor, with the sums over their data. The half-sweep, the
/// objective and the certificate all read rows through it, so that they see the same numbers.
class RowBlock {
 public:
  RowBlock(const Kernel& kernel, const Data& data, Side side);

  /// The number of blocks that these rows make.
  [[nodiscard]] Index blocks_of(RowRange rows) const {
    return chunk_count(rows.last - rows.first, rows_);
  }
  /// Reads block `number` of these rows of the factor x.
  void load(const Matrix& x, RowRange rows, Index number);
  /// Writes the rows of this block into the factor x.
  void store(Matrix& x) const;

  /// The first row of the block in the factor.
  [[nodiscard]] Index first() const { return first_; }
  /// The number of rows in the block.
  [[nodiscard]] int count() const { return count_; }
  /// Copies one row, counted from first(), into or from a contiguous vector.
  void get_row(int row, std::span<double> x) const;
  void set_row(int row, std::span<const double> x);

  /// Computes the weighted Gram matrices, the right-hand sides and losses() at the current rows;
  /// `a` is the other factor.
  void majorise(const Matrix& a);
  /// Computes only losses() at the current rows; `a` is the other factor.
  void measure(const Matrix& a);
  /// The loss of every row, as majorise() or measure() has last computed it.
  [[nodiscard]] std::span<const double> losses() const {
    return {&sums_[loss_at()], static_cast<std::size_t>(rows_)};
  }
  /// Computes sum_k (slope m_k) |a_kl| for every row; `a` is the other factor.
  void sum_weights(const Matrix& a, double slope);
  /// Copies the sums of one row that sum_weights() has computed.
  void get_weights(int row, std::span<double> sums) const;

  /// Copies the lower triangle of the Gram matrix of one row, after majorise().
  void get_gram(int row, std::span<double> triangle) const;
  /// Sets H = Gram + 2 lambda3 I and h in the problem of one row, after majorise().
  void fill_problem(int row, double lambda3, TinyProblem& problem) const;
  /// Moves every row to the minimiser of its quadratic majoriser with the ridge as the only
  /// penalty. The sums are overwritten.
  void minimise(double lambda3);

 private:
  /// Sums over all samples what add(pack, a) adds to `sums` for the panel that is loaded, where `a`
  /// points to its rows of the other factor. Long rows are summed in chunks (base/sums.h).
  template <class Add>
  void sum_over_panels(const Matrix& a, LineVector& sums, Add add);
  /// Where a row begins in an array that holds `size` numbers per row.
  [[nodiscard]] Index place(int row, Index size) const {
    return row / lanes * size * lanes + row % lanes;
  }
  [[nodiscard]] int packs() const { return (count_ + lanes - 1) / lanes; }

  [[nodiscard]] Index rhs_at() const { return rows_ * gram_size_; }
  [[nodiscard]] Index loss_at() const { return rows_ * (gram_size_ + r_); }

  const Kernel* kernel_;
  Index r_;
  Index gram_size_;
  Index rows_;  ///< rows of a full block
  Index first_ = 0;
  int count_ = 0;
  Panel panel_;
  // These hold their numbers pack by pack, with the lanes side by side.
  LineVector x_;  ///< the rows, r numbers each
  /// The lower triangles of the Gram matrices, r(r+1)/2 numbers each, then the right-hand sides, r
  /// numbers each, and then the loss of every row.
  LineVector sums_;
  LineVector weights_;  ///< what sum_weights() computes, r numbers each
  ArrayTree<LineVector> tree_;
};

}  // namespace grmf::internal
