#include "engine/cpu/cpu_engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/data_rows.h"
#include "data/filled.h"
#include "engine/cpu/cpu_row_work.h"
#include "engine/cpu/rank_one.h"
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
        std::abs(data.y(i, j) - std::inner_product(u.begin(), u.end(), v.begin(), 0.0)));
  }
  return sizes;
}

}  // namespace

std::unique_ptr<RowWork> CpuEngine::row_work(const Terms& terms, const GrmfOptions& options,
                                             int rank) {
  return std::make_unique<CpuRowWork>(data(), terms, options, rank, *workers_);
}

std::unique_ptr<LinearMap> CpuEngine::products() {
  if (!data().plain()) return std::make_unique<Product>(Filled(data()), *workers_);
  return std::make_unique<Product>(data().stored_y(), *workers_);
}

void CpuEngine::improve_clipped_rank_one(const Factors& found, double clip, std::vector<double>& u,
                                         std::vector<double>& v) {
  RankOne(data(), found, clip, *workers_).improve(u, v);
}

std::vector<double> CpuEngine::residual_sizes(const Factors& factors, Index enough) {
  const auto useful = [&](const std::vector<double>& sizes) {
    return std::count_if(sizes.begin(), sizes.end(),
                         [&](double size) { return size > rounding_share * scale(); });
  };
  Index stride = 1 + rows() * cols() / enough;
  std::vector<double> sizes = some_sizes(data(), factors, stride);
  // Where most entries are missing or fit exactly, more entries are looked at.
  while (stride > 1 && useful(sizes) < enough / 8) {
    stride = std::max<Index>(stride / 8, 1);
    sizes = some_sizes(data(), factors, stride);
  }
  return sizes;
}

Matrix CpuEngine::residuals(const Factors& factors) {
  Matrix left = multiply_transposed(factors.u, factors.v);
  DataRows rows_of(data());
  for (Index i = 0; i < rows(); ++i) {
    const auto [y, m] = rows_of(i);
    for (Index j = 0; j < cols(); ++j)
      left(i, j) = m == nullptr || m[j] > 0 ? y[j] - left(i, j) : 0.0;
  }
  return left;
}

}  // namespace grmf::internal
