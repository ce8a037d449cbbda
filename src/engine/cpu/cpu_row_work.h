#pragma once

#include <vector>

#include "base/workers.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/row_block.h"
#include "engine/engine.h"
#include "rowproblem/row_step.h"
#include "rowproblem/smallest_subgradient.h"

namespace grmf::internal {

/// The work on rows by a team of threads: blocks of rows are handed to the workers.
class CpuRowWork final : public RowWork {
 public:
  /// The data and the workers must outlive this.
  CpuRowWork(const Data& data, const Terms& terms, const GrmfOptions& options, int rank,
             Workers& workers);

  void improve(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to,
               std::span<double> losses) override;
  void measure(Side side, RowRange rows, const Matrix& a, const Matrix& x,
               std::span<double> losses) override;
  void certify(Side side, RowRange rows, const Matrix& a, const Matrix& x,
               std::span<double> distances) override;
  void weigh(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to) override;

  /// The number of rows that each worker has improved so far.
  [[nodiscard]] const std::vector<Index>& rows_improved() const { return rows_improved_; }

 private:
  /// What a worker needs for the rows of one factor.
  struct Bench {
    RowBlock block;
    RowStep step;
    std::vector<double> x;
    std::vector<bool> moving;  ///< for every row of the block, whether it has not yet settled
  };

  [[nodiscard]] std::vector<Bench>& benches(Side side) { return side == Side::u ? of_u_ : of_v_; }
  /// Calls work(bench, worker) for every block of rows, once it is loaded from x.
  template <class Work>
  void for_each_block(Side side, RowRange rows, const Matrix& x, Work work);
  static void improve_block(Bench& bench, const Matrix& a);
  static bool improve_row(Bench& bench, int row);

  bool weighted_;
  double slope_;  ///< the largest slope of the loss
  Workers* workers_;
  Kernel kernel_;
  std::vector<Bench> of_u_;  ///< one for each worker
  std::vector<Bench> of_v_;  ///< one for each worker
  std::vector<Index> rows_improved_;
};

}  // namespace grmf::internal
