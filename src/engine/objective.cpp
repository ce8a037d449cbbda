#include "engine/objective.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/cpu/row_block.h"

namespace grmf::internal {

double objective(const Data& data, const Terms& terms, const Kernel& kernel, const Factors& factors,
                 Workers& workers) {
  std::vector<double> losses(factors.u.rows());
  std::vector<RowBlock> blocks(workers.count(), RowBlock(kernel, data, Side::u));
  workers.for_each(block_count(data, Side::u, kernel.rank()), [&](Index block, int worker) {
    RowBlock& rows = blocks[worker];
    rows.load(factors.u, block);
    rows.measure(factors.v);
    std::copy_n(rows.losses().begin(), rows.count(), losses.begin() + rows.first());
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0) + penalties(terms, factors);
}

}  // namespace grmf::internal
