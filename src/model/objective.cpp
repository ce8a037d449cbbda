#include "model/objective.h"

#include <numeric>
#include <vector>

#include "solve/row_batch.h"

namespace grmf::internal {

double objective(const Data& data, const Model& model, const Kernel& kernel, const Factors& factors,
                 Workers& workers) {
  std::vector<double> row_losses(factors.u.rows());
  std::vector<RowBatch> batches(workers.count(), RowBatch(kernel, data, Side::u));
  workers.for_each(batch_count(factors.u.rows()), [&](Index batch, int worker) {
    RowBatch& rows = batches[worker];
    rows.load(factors.u, batch);
    const auto losses = rows.losses(factors.v);
    for (int lane = 0; lane < rows.count(); ++lane) row_losses[rows.first() + lane] = losses[lane];
  });
  return std::accumulate(row_losses.begin(), row_losses.end(), 0.0) + penalties(model, factors);
}

double penalties(const Model& model, const Factors& factors) {
  double sum = 0.0;
  for (Index i = 0; i < factors.u.rows(); ++i) sum += model.u.value(factors.u.row(i));
  for (Index j = 0; j < factors.v.rows(); ++j) sum += model.v.value(factors.v.row(j));
  return sum;
}

}  // namespace grmf::internal
