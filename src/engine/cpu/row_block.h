#pragma once

#include <span>

#include "base/aligned.h"
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

  /// Reads block `number` of the factor x.
  void load(const Matrix& x, Index number);
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
  [[nodiscard]] std::span<const double> losses() const { return {loss_.data(), loss_.size()}; }

  /// Sets H = Gram + 2 lambda3 I and h in the problem of one row, after majorise().
  void fill_problem(int row, double lambda3, TinyProblem& problem) const;
  /// Moves every row to the minimiser of its quadratic majoriser with the ridge as the only
  /// penalty. The Gram matrices are overwritten.
  void minimise(double lambda3);

 private:
  template <class Use>
  void for_each_panel(const Matrix& a, Use use);
  /// Where a row begins in an array that holds `size` numbers per row.
  [[nodiscard]] Index place(int row, Index size) const {
    return row / lanes * size * lanes + row % lanes;
  }
  [[nodiscard]] int packs() const { return (count_ + lanes - 1) / lanes; }

  const Kernel* kernel_;
  Index r_;
  Index gram_size_;
  Index rows_;  ///< rows of a full block
  Index first_ = 0;
  int count_ = 0;
  Panel panel_;
  // These hold their numbers pack by pack, with the lanes side by side.
  LineVector x_;     ///< the rows, r numbers each
  LineVector gram_;  ///< lower triangles of the Gram matrices, r(r+1)/2 numbers each
  LineVector rhs_;   ///< right-hand sides, r numbers each
  LineVector loss_;  ///< the loss of every row
};

}  // namespace grmf::internal
