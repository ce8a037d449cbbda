#include "result/noise.h"

#include <algorithm>
#include <array>
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

/// The number of the sizes within a limit, and the sum of their squares.
struct Small {
  double count = 0.0;
  double squares = 0.0;
};
Small no_larger_than(double limit, const std::vector<double>& sizes) {
  // Several sums at a time, so that an addition need not wait for the one before.
  constexpr std::size_t lanes = 8;
  std::array<Small, lanes> parts{};
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const bool counts = sizes[k] <= limit;
    parts[k % lanes].count += counts ? 1.0 : 0.0;
    parts[k % lanes].squares += counts ? sizes[k] * sizes[k] : 0.0;
  }
  Small all;
  for (const Small& part : parts) all = {all.count + part.count, all.squares + part.squares};
  return all;
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

ResidualSizes::ResidualSizes(std::vector<double> sizes, double unit)
    : all_(static_cast<double>(sizes.size())), sizes_(std::move(sizes)) {
  std::erase_if(sizes_, [&](double size) { return !(size > rounding_share * unit); });
}

/// A first guess, by the smallest quarter of the sizes. As many entries as the fit could choose
/// values may fit by chance, or even exactly where the loss is l1, and are left out.
double ResidualSizes::first_guess(const Used& used) const {
  const auto count = static_cast<double>(sizes_.size());
  const double share = std::min(used.parameters / used.entries, 0.5);
  const double left_out = std::floor(share * count);
  std::vector<double> ordered = sizes_;
  const auto place =
      ordered.begin() + static_cast<std::ptrdiff_t>(left_out + 0.25 * (count - left_out));
  std::nth_element(ordered.begin(), place, ordered.end());
  return *place / quartile_of_normal;
}

double ResidualSizes::noise(const Used& used) const {
  // Where nearly all entries fit exactly, there is no noise: the others are gross errors.
  constexpr double least_share = 0.25;
  if (static_cast<double>(sizes_.size()) <= least_share * all_) return 0.0;
  double sigma = first_guess(used);
  double within = 0.0;
  constexpr int most_steps = 100;
  for (int step = 0; step < most_steps; ++step) {
    const Small small = no_larger_than(bound * sigma, sizes_);
    within = small.count;
    if (within == 0) break;
    const double next = std::sqrt(small.squares / (within * variance_within));
    const bool still = std::abs(next - sigma) <= 1e-6 * sigma;
    sigma = next;
    if (still) break;
  }
  const double good = within / share_within / all_ * used.entries;
  // The noise that a fit follows takes (2 - excess) variances from the squares of the residuals for
  // every value it can choose: twice what it has in common with the noise, less its own square.
  constexpr double least_left = 0.1;
  const double lost = std::max(2 - used.excess, 0.0) * used.parameters;
  const double left = lost < good ? 1 - lost / good : 0.0;
  return sigma / std::sqrt(std::max(left, least_left));
}

}  // namespace grmf::internal
