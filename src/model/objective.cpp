#include "model/objective.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "solve/row_group.h"

namespace grmf::internal {

double objective(const Data& data, const Model& model, const Kernel& kernel, const Factors& factors,
                 Workers& workers) {
  std::vector<double> losses(factors.u.rows());
  std::vector<RowGroup> groups(workers.count(), RowGroup(kernel, data, Side::u));
  workers.for_each(group_count(data, Side::u, kernel.rank()), [&](Index group, int worker) {
    RowGroup& rows = groups[worker];
    rows.load(factors.u, group);
    rows.measure(factors.v);
    std::copy_n(rows.losses().begin(), rows.count(), losses.begin() + rows.first());
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0) + penalties(model, factors);
}

double penalties(const Model& model, const Factors& factors) {
  const auto of_factor = [](const Penalty& penalty, const Matrix& x) {
    // A ridge does not care about rows.
    if (penalty.ridge_alone()) return penalty.value(x.values());
    double sum = 0.0;
    for (Index i = 0; i < x.rows(); ++i) sum += penalty.value(x.row(i));
    return sum;
  };
  return of_factor(model.u, factors.u) + of_factor(model.v, factors.v);
}

}  // namespace grmf::internal
