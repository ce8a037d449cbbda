#include "engine/cpu/cpu_row_work.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {

CpuRowWork::CpuRowWork(const Data& data, const Terms& terms, const GrmfOptions& options, int rank,
                       Workers& workers)
    : RowWork(terms),
      weighted_(data.weighted()),
      slope_(std::visit([](const auto& loss) { return loss.max_slope(); }, terms.loss)),
      workers_(&workers),
      kernel_(terms, rank),
      rows_improved_(workers.count()) {
  const auto benches = [&](Side side) {
    return std::vector<Bench>(workers.count(), Bench{RowBlock(kernel_, data, side),
                                                     RowStep(options, penalty(side), rank),
                                                     std::vector<double>(rank),
                                                     {}});
  };
  of_u_ = benches(Side::u);
  of_v_ = benches(Side::v);
}

template <class Work>
void CpuRowWork::for_each_block(Side side, RowRange rows, const Matrix& x, Work work) {
  std::vector<Bench>& all = benches(side);
  workers_->for_each(all.front().block.blocks_of(rows), [&](Index number, int worker) {
    all[worker].block.load(x, rows, number);
    work(all[worker], worker);
  });
}

void CpuRowWork::improve(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to,
                         std::span<double> losses) {
  for_each_block(side, rows, x, [&](Bench& bench, int worker) {
    RowBlock& block = bench.block;
    block.majorise(a);
    std::copy_n(block.losses().begin(), block.count(), losses.begin() + block.first());
    improve_block(bench, a);
    block.store(to);
    rows_improved_[worker] += block.count();
  });
}

/// Makes the steps of the rows of a block, for which majorise() was called.
void CpuRowWork::improve_block(Bench& bench, const Matrix& a) {
  RowBlock& block = bench.block;
  bench.moving.assign(block.count(), true);
  for (int step = 0; step < bench.step.most_steps(); ++step) {
    if (step > 0) block.majorise(a);
    if (bench.step.smooth()) {
      block.minimise(bench.step.penalty().lambda3);
      continue;
    }
    bool any = false;
    for (int row = 0; row < block.count(); ++row) {
      // A row that has settled stays, so that its result does not depend on its neighbours.
      bench.moving[row] = bench.moving[row] && improve_row(bench, row);
      any |= bench.moving[row];
    }
    if (!any) break;
  }
}

bool CpuRowWork::improve_row(Bench& bench, int row) {
  bench.block.get_row(row, bench.x);
  bench.block.fill_problem(row, bench.step.penalty().lambda3, bench.step.problem());
  const bool moved = bench.step.improve(bench.x);
  bench.block.set_row(row, bench.x);
  return moved;
}

void CpuRowWork::measure(Side side, RowRange rows, const Matrix& a, const Matrix& x,
                         std::span<double> losses) {
  for_each_block(side, rows, x, [&](Bench& bench, int) {
    bench.block.measure(a);
    std::copy_n(bench.block.losses().begin(), bench.block.count(),
                losses.begin() + bench.block.first());
  });
}

void CpuRowWork::certify(Side side, RowRange rows, const Matrix& a, const Matrix& x,
                         std::span<double> distances) {
  const int r = kernel_.rank();
  const bool bounded_slope = std::isfinite(slope_);
  std::vector<SmallestSubgradient> subgradients(workers_->count(), SmallestSubgradient(r));
  std::vector<std::vector<double>> scales(workers_->count(), std::vector<double>(r));
  // Without weights all rows have the same sums.
  std::vector<double> common(r);
  if (bounded_slope && !weighted_) {
    RowBlock& block = benches(side).front().block;
    block.load(x, {0, 1}, 0);
    block.sum_weights(a, slope_);
    block.get_weights(0, common);
  }
  for_each_block(side, rows, x, [&](Bench& bench, int worker) {
    RowBlock& block = bench.block;
    TinyProblem& problem = bench.step.problem();
    std::vector<double>& scale = scales[worker];
    block.majorise(a);
    if (bounded_slope && weighted_) block.sum_weights(a, slope_);
    for (int row = 0; row < block.count(); ++row) {
      block.get_row(row, bench.x);
      block.fill_problem(row, penalty(side).lambda3, problem);
      problem.freeze(penalty(side), bench.x);
      if (!bounded_slope) {
        // The loss is l2, whose weights are m: h is A^T (m b).
        std::fill(scale.begin(), scale.end(),
                  std::abs(*std::max_element(
                      problem.rhs.begin(), problem.rhs.end(),
                      [](double p, double q) { return std::abs(p) < std::abs(q); })));
      } else if (weighted_) {
        block.get_weights(row, scale);
      } else {
        scale = common;
      }
      distances[block.first() + row] = subgradients[worker].measure(problem, bench.x, scale);
    }
  });
}

void CpuRowWork::weigh(Side side, RowRange rows, const Matrix& a, const Matrix& x, Matrix& to) {
  for_each_block(side, rows, x, [&](Bench& bench, int /*worker*/) {
    bench.block.majorise(a);
    for (int row = 0; row < bench.block.count(); ++row)
      bench.block.get_gram(row, to.row(bench.block.first() + row));
  });
}

}  // namespace grmf::internal
