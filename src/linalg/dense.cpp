#include "linalg/dense.h"

#include <algorithm>
#include <cmath>

#include "linalg/part_of.h"

namespace grmf::internal {
Matrix to_matrix(const Dense& a) {
  Matrix to(a.rows(), a.cols());
  Eigen::Map<RowMajorDense>(to.data(), a.rows(), a.cols()) = a;
  return to;
}

Dense from_triangle(std::span<const double> triangle, Index r) {
  Dense full(r, r);
  for (Index l = 0, at = 0; l < r; ++l) {
    for (Index k = 0; k <= l; ++k, ++at) full(l, k) = full(k, l) = triangle[at];
  }
  return full;
}

Dense divided(const AnyView& a, double unit) {
  return a.visit([&](const auto& held) -> Dense {
    return part_of(held, 0, 0, held.rows(), held.cols()) / unit;
  });
}

double power_of_two_unit(const AnyView& a) {
  double largest = 0.0;
  a.visit([&](const auto& held) {
    for (Index i = 0; i < held.rows(); ++i) {
      const auto row = part_of(held, i, 0, 1, held.cols());
      for (Index j = 0; j < row.cols(); ++j) largest = std::max(largest, std::abs(row(0, j)));
    }
  });
  return largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 1.0;
}

}  // namespace grmf::internal
