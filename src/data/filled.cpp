#include "data/filled.h"

#include <algorithm>

#include "data/row_reader.h"

namespace grmf::internal {
namespace {

double usual_weight(const Data& data) {
  const Index observed = data.weights()->visit([](const auto& m) {
    return std::count_if(m.values().begin(), m.values().end(), [](double w) { return w > 0; });
  });
  return data.total_weight() / static_cast<double>(observed);
}

}  // namespace

Filled::Filled(const Data& data)
    : data_(&data), mean_(means_of(data)), usual_(usual_weight(data)) {}

Filled::Means Filled::means_of(const Data& data) {
  Means mean{std::vector<double>(data.rows()), std::vector<double>(data.cols())};
  std::vector<double> row_weight(data.rows());
  std::vector<double> col_weight(data.cols());
  RowReader rows_of_y(data.y());
  RowReader rows_of_m(data.weights());
  for (Index i = 0; i < data.rows(); ++i) {
    const double* y_i = rows_of_y(i);
    const double* m_i = rows_of_m(i);
    for (Index j = 0; j < data.cols(); ++j) {
      const double m = m_i[j];
      const double y = m * y_i[j];
      mean.row[i] += y;
      mean.col[j] += y;
      mean.all += y;
      row_weight[i] += m;
      col_weight[j] += m;
    }
  }
  mean.all /= data.total_weight();
  const auto divide = [&](std::vector<double>& sums, const std::vector<double>& weights) {
    for (std::size_t k = 0; k < sums.size(); ++k)
      sums[k] = weights[k] > 0 ? sums[k] / weights[k] : mean.all;
  };
  divide(mean.row, row_weight);
  divide(mean.col, col_weight);
  return mean;
}

void Filled::copy(Index i, Index j, Index rows, Index cols, double* to) const {
  const auto fill = [&](const auto& y, const auto& m) {
    for (Index k = i; k < i + rows; ++k) {
      const auto* y_k = y.row(k).data();
      const auto* m_k = m.row(k).data();
      for (Index l = j; l < j + cols; ++l) {
        const double filling = mean_.row[k] + mean_.col[l] - mean_.all;
        *to++ = filling + std::min(m_k[l] / usual_, 1.0) * (y_k[l] - filling);
      }
    }
  };
  data_->y().visit(
      [&](const auto& y) { data_->weights()->visit([&](const auto& m) { fill(y, m); }); });
}

}  // namespace grmf::internal
