#include "core/residual.h"

#include <cmath>
#include <numeric>

namespace grmf::internal {

std::vector<double> residual_sizes(const Data& data, const Factors& factors, Index enough) {
  const Index cols = data.cols();
  const Index count = data.rows() * cols;
  Index stride = 1 + count / enough;
  while (std::gcd(stride, cols) > 1) ++stride;  // else some columns would be left out
  std::vector<double> sizes;
  for (Index k = 0; k < count; k += stride) {
    const Index i = k / cols;
    const Index j = k % cols;
    if (data.weight(i, j) == 0) continue;
    const auto u = factors.u.row(i);
    const auto v = factors.v.row(j);
    sizes.push_back(
        std::abs(data.y()(i, j) - std::inner_product(u.begin(), u.end(), v.begin(), 0.0)));
  }
  return sizes;
}

}  // namespace grmf::internal
