#include "data/filled.h"

#include <algorithm>
#include <cmath>

#include "base/sums.h"
#include "data/data_rows.h"

namespace grmf::internal {

Filled::Filled(const Data& data)
    : data_(&data),
      mean_(std::make_shared<const Means>(means_of(data))),
      usual_(data.total_weight() / static_cast<double>(data.observed())) {}

Filled::Means Filled::means_of(const Data& data) {
  const Index n = data.cols();
  Means mean{std::vector<double>(data.rows()), std::vector<double>(n)};
  std::vector<double> row_weight(data.rows());
  // Over the rows of a chunk: weighted sums of the columns, their weights, and the sum of all.
  std::vector<double> sums(2 * n + 1);
  ArrayTree<std::vector<double>> tree;
  DataRows rows_of(data);
  const std::vector<double> ones(data.weighted() ? 0 : n, 1.0);
  for (Index i = 0; i < data.rows(); ++i) {
    const auto [y, weights] = rows_of(i);
    const double* m = weights != nullptr ? weights : ones.data();
    mean.row[i] = sum_of_chunks(n, [&, values = y](Index first, Index last) {
      double sum = 0.0;
      for (Index j = first; j < last; ++j) {
        const double value = m[j] * values[j];
        sum += value;
        sums[j] += value;
        sums[n + j] += m[j];
        sums[2 * n] += value;
      }
      return sum;
    });
    row_weight[i] = sum_of({m, static_cast<std::size_t>(n)});
    if ((i + 1) % sum_chunk == 0 || i + 1 == data.rows()) {
      tree.add(sums);
      std::fill(sums.begin(), sums.end(), 0.0);
    }
  }
  tree.total(sums);
  mean.all = sums[2 * n] / data.total_weight();
  const auto mean_or_all = [&](double sum, double weight) {
    return weight > 0 ? sum / weight : mean.all;
  };
  for (Index i = 0; i < data.rows(); ++i) mean.row[i] = mean_or_all(mean.row[i], row_weight[i]);
  for (Index j = 0; j < n; ++j) mean.col[j] = mean_or_all(sums[j], sums[n + j]);
  return mean;
}

void Filled::copy(Index i, Index j, Index rows, Index cols, double* to) const {
  const auto fill = [&](const auto& y, const auto& weight_at) {
    for (Index k = i; k < i + rows; ++k) {
      const auto* y_k = y.row(k);
      for (Index l = j; l < j + cols; ++l) {
        const double filling = mean_->row[k] + mean_->col[l] - mean_->all;
        const double m = weight_at(k, l);
        const bool there = !std::isnan(y_k[l]) && m > 0;
        *to++ = there ? filling + std::min(m / usual_, 1.0) * (y_k[l] - filling) : filling;
      }
    }
  };
  data_->stored_y().visit([&](const auto& y) {
    if (data_->held_out() != nullptr) {
      fill(y, [&](Index k, Index l) { return data_->weight(k, l); });
    } else if (!data_->stored_weights()) {
      fill(y, [](Index, Index) { return 1.0; });
    } else {
      data_->stored_weights()->visit([&](const auto& weights) {
        fill(y, [&](Index k, Index l) -> double { return weights(k, l); });
      });
    }
  });
}

}  // namespace grmf::internal
