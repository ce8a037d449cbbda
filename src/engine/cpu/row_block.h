#pragma once

#include <span>

#include "base/aligned.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/panel.h"
#include "grmf/data.h"
#include "rowproblem/tiny_problem.h"

namespace grmf::internal {

/// A group of neighbouring rows of one factor, with the sums over their data. Everything that looks
/// at rows goes through it: half-sweep, objective and certificate see the same numbers.
class RowBlock {
 public:
  RowBlock(const Kernel& kernel, const Data& data, Side side);

  /// The rows of group `number` of the factor x.
  void load(const Matrix& x, Index number);
  void store(Matrix& x) const;

  [[nodiscard]] Index first() const { return first_; }
  [[nodiscard]] int count() const { return count_; }
  /// One row, counted from first(), into or from a contiguous vector.
  void get(int row, std::span<double> x) const;
  void set(int row, std::span<const double> x);

  /// Weighted Gram matrices and right-hand sides at the current rows, `a` the other factor; and losses().
  void majorise(const Matrix& a);
  /// losses() alone.
  void measure(const Matrix& a);
  /// Loss of every row against `a`, as of the last of these.
  [[nodiscard]] std::span<const double> losses() const { return {loss_.data(), loss_.size()}; }

  /// H = Gram + 2 lambda3 I and h of one row, after majorise().
  void fill(int row, double lambda3, TinyProblem& problem) const;
  /// Moves every row to the minimiser of its quadratic majoriser with the ridge alone; the Gram matrices are used up.
  void minimise(double lambda3);

 private:
  template <class Use>
  void for_each_panel(const Matrix& a, Use use);
  [[nodiscard]] Index place(int row, Index size) const {
    return row / lanes * size * lanes + row % lanes;
  }
  [[nodiscard]] int packs() const { return (count_ + lanes - 1) / lanes; }

  const Kernel* kernel_;
  Index r_;
  Index gram_size_;
  Index rows_;  ///< of a group
  Index first_ = 0;
  int count_ = 0;
  Panel panel_;
  // For every pack, with the lanes side by side:
  LineVector x_;     ///< r
  LineVector gram_;  ///< r(r+1)/2
  LineVector rhs_;   ///< r
  LineVector loss_;  ///< 1
};

}  // namespace grmf::internal
