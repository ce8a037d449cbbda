#include "result/residual.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "result/misfit.h"

namespace grmf::internal {

namespace {

/// |y - u . v| of about every `stride`-th entry, where it is observed.
std::vector<double> some_sizes(const Data& data, const Factors& factors, Index stride) {
  const Index cols = data.cols();
  const Index count = data.rows() * cols;
  while (std::gcd(stride, cols) > 1) ++stride;  // otherwise some columns would be left out
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

}  // namespace

std::vector<double> residual_sizes(const Data& data, const Factors& factors, Index enough) {
  const auto useful = [&](const std::vector<double>& sizes) {
    return std::count_if(sizes.begin(), sizes.end(),
                         [&](double size) { return size > rounding_share * data.scale(); });
  };
  Index stride = 1 + data.rows() * data.cols() / enough;
  std::vector<double> sizes = some_sizes(data, factors, stride);
  // Where most entries are missing or fit exactly, more entries are looked at.
  while (stride > 1 && useful(sizes) < enough / 8) {
    stride = std::max<Index>(stride / 8, 1);
    sizes = some_sizes(data, factors, stride);
  }
  return sizes;
}

}  // namespace grmf::internal
