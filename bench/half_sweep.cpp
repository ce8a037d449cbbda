#include "half_sweep.h"

#include <chrono>

#include "engine/cpu/row_block.h"
#include "starts/start.h"

namespace grmf::bench {

double seconds_of_half_sweep(const Data& data, int rank, bool of_v, int times) {
  using namespace internal;
  const Side side = of_v ? Side::v : Side::u;
  const Factors start = random_start(data, rank, 1);
  const Matrix& rows = of_v ? start.v : start.u;
  const Matrix& samples = of_v ? start.u : start.v;
  const Kernel kernel(resolve({}, data), rank);
  RowBlock block(kernel, data, side);
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < times; ++k) {
    const RowRange all{0, rows.rows()};
    for (Index number = 0; number < block.blocks_of(all); ++number) {
      block.load(rows, all, number);
      block.majorise(samples);
    }
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  return spent.count() / times;
}

}  // namespace grmf::bench
