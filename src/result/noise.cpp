#include "result/noise.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "grmf/groups.h"
#include "result/misfit.h"

namespace grmf::internal {
namespace {

constexpr double bound = 2.5;                           ///< deviations within which residuals count
constexpr double share_within = 0.9875806693484477;     ///< of normal numbers
constexpr double variance_within = 0.9112545540466087;  ///< of those, by the variance of all

/// A first guess, by the smallest quarter of the sizes. As many entries as the fit could choose
/// values may fit by chance, or even exactly where the loss is l1, and are left out.
double first_guess(std::vector<double> sizes, const Used& used, double unit) {
  const double share = std::min(used.parameters / used.entries, 0.5);
  const auto count = static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size()));
  std::nth_element(sizes.begin(), sizes.begin() + count, sizes.end());
  sizes.erase(sizes.begin(), sizes.begin() + count);
  return misfit(std::move(sizes), unit);
}

}  // namespace

double free_values(const Factors& factors) {
  double distinct = 0.0;
  for (const Matrix* factor : {&factors.u, &factors.v}) {
    for (Index i = 0; i < factor->rows(); ++i) {
      const auto row = factor->row(i);
      std::set<double> values(row.begin(), row.end());
      values.erase(0.0);
      distinct += static_cast<double>(values.size());
    }
  }
  const auto rank = static_cast<double>(factors.u.cols());
  const auto lines = static_cast<double>(factors.u.rows() + factors.v.rows());
  return std::min(distinct, rank * (lines - rank));
}

double noise_of(std::vector<double> sizes, const Used& used, double unit) {
  const auto all = static_cast<double>(sizes.size());
  // NaN, which comes from factors that overflow, is left out too.
  std::erase_if(sizes, [&](double size) { return !(size > rounding_share * unit); });
  if (sizes.empty()) return 0.0;
  double sigma = first_guess(sizes, used, unit);
  double within = 0.0;
  constexpr int most_steps = 100;
  for (int step = 0; step < most_steps; ++step) {
    double squares = 0.0;
    within = 0.0;
    for (const double size : sizes) {
      if (size > bound * sigma) continue;
      squares += size * size;
      within += 1.0;
    }
    if (within == 0.0) break;
    const double next = std::sqrt(squares / (within * variance_within));
    const bool still = std::abs(next - sigma) <= 1e-6 * sigma;
    sigma = next;
    if (still) break;
  }
  const double good = within / share_within / all * used.entries;
  // The noise that a fit follows takes (2 - excess) variances from the squares of the residuals for
  // every value it can choose: twice what it has in common with the noise, less its own square.
  constexpr double least_left = 0.1;
  const double lost = std::max(2 - used.excess, 0.0) * used.parameters;
  const double left = lost < good ? 1 - lost / good : 0.0;
  return sigma / std::sqrt(std::max(left, least_left));
}

}  // namespace grmf::internal
