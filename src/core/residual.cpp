#include "core/residual.h"

#include <algorithm>
#include <cmath>

namespace grmf::internal {
namespace {

/// Quantiles of more entries than this would be no better.
constexpr Index enough = 200'000;

Matrix transposed(const Matrix& a) {
  Matrix result(a.cols(), a.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) result(j, i) = a(i, j);
  }
  return result;
}

}  // namespace

Residual::Residual(const Data& data, const Factors& factors)
    : data_(&data), u_(&factors.u), v_(transposed(factors.v)) {}

void Residual::row(Index i, std::span<double> to) const {
  const std::span<const double> y = data_->y().row(i);
  std::copy(y.begin(), y.end(), to.begin());
  for (Index l = 0; l < v_.rows(); ++l) {
    const double u = (*u_)(i, l);
    const double* v = v_.row(l).data();
    for (std::size_t j = 0; j < to.size(); ++j) to[j] -= u * v[j];
  }
}

std::vector<double> Residual::sizes() const {
  const Index stride = 1 + data_->rows() * data_->cols() / enough;
  std::vector<double> sizes;
  std::vector<double> residuals(data_->cols());
  for (Index i = 0; i < data_->rows(); i += stride) {
    row(i, residuals);
    for (Index j = 0; j < data_->cols(); ++j) {
      if (data_->weight(i, j) > 0) sizes.push_back(std::abs(residuals[j]));
    }
  }
  return sizes;
}

}  // namespace grmf::internal
