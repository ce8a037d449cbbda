#pragma once

#include <span>
#include <vector>

#include "grmf/data.h"
#include "solve/kernel.h"
#include "solve/panel.h"
#include "solve/tiny_problem.h"

namespace grmf::internal {

/// A batch of neighbouring rows of one factor, with the sums over their data. Everything that looks
/// at rows goes through it: half-sweep, objective and certificate see the same numbers.
class RowBatch {
 public:
  RowBatch(const Kernel& kernel, const Data& data, Side side);

  /// Rows [batch * lanes, ...) of the factor x.
  void load(const Matrix& x, Index batch);
  void store(Matrix& x) const;

  [[nodiscard]] Index first() const { return first_; }
  [[nodiscard]] int count() const { return count_; }
  /// Row `lane` of the batch, into or from a contiguous vector.
  void get(int lane, std::span<double> x) const;
  void set(int lane, std::span<const double> x);

  /// Weighted Gram matrices and right-hand sides at the current rows, `a` the other factor.
  void majorise(const Matrix& a);
  /// H = Gram + 2 lambda3 I and h of one row, after majorise().
  void fill(int lane, double lambda3, TinyProblem& problem) const;
  /// Loss of every row against `a`; lanes beyond count() mean nothing.
  [[nodiscard]] std::span<const double> losses(const Matrix& a);

 private:
  template <class Use>
  void for_each_panel(const Matrix& a, Use use);

  const Kernel* kernel_;
  const Data* data_;
  Side side_;
  int r_;
  Index first_ = 0;
  int count_ = 0;
  Panel panel_;
  std::vector<double> x_;     ///< r x lanes
  std::vector<double> gram_;  ///< r(r+1)/2 x lanes
  std::vector<double> rhs_;   ///< r x lanes
  std::vector<double> loss_;  ///< lanes
};

}  // namespace grmf::internal
