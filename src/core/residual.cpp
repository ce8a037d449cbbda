#include "core/residual.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  const Index cols = data_->cols();
  const Index count = data_->rows() * cols;
  Index stride = 1 + count / enough;
  while (std::gcd(stride, cols) > 1) ++stride;  // else some columns would be left out
  std::vector<double> sizes;
  for (Index k = 0; k < count; k += stride) {
    const Index i = k / cols;
    const Index j = k % cols;
    if (data_->weight(i, j) == 0) continue;
    double residual = data_->y()(i, j);
    for (Index l = 0; l < v_.rows(); ++l) residual -= (*u_)(i, l) * v_(l, j);
    sizes.push_back(std::abs(residual));
  }
  return sizes;
}

}  // namespace grmf::internal
