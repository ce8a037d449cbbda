#include "grmf/standard_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "grmf/error.h"
#include "grmf/fit.h"

namespace grmf {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr Index at(Index l, Index k) { return l * (l + 1) / 2 + k; }

/// Replaces the lower triangle of a matrix G by that of K, G = K K^T. A column that is 0 gets a 0
/// on the diagonal of K; any other G that is singular, but for rounding, gets a K that begins with
/// NaN.
void take_root(std::span<double> g, Index rank) {
  constexpr double singular = 1e-12;
  for (Index l = 0; l < rank; ++l) {
    const double diagonal = g[at(l, l)];
    if (diagonal == 0) continue;
    for (Index k = 0; k <= l; ++k) {
      double sum = g[at(l, k)];
      for (Index c = 0; c < k; ++c) sum -= g[at(l, c)] * g[at(k, c)];
      if (k < l) {
        g[at(l, k)] = g[at(k, k)] > 0 ? sum / g[at(k, k)] : 0.0;
        continue;
      }
      if (!(sum > singular * diagonal)) {
        g[0] = std::numeric_limits<double>::quiet_NaN();
        return;
      }
      g[at(l, l)] = std::sqrt(sum);
    }
  }
}

void take_roots(Matrix& triangles) {
  Index rank = 0;
  while (at(rank, 0) < triangles.cols()) ++rank;
  for (Index i = 0; i < triangles.rows(); ++i) take_root(triangles.row(i), rank);
}

/// x^T G^-1 x, where `root` is the K of G.
double inverse_square(std::span<const double> root, std::span<const double> x) {
  if (std::isnan(root[0])) return infinity;
  std::vector<double> y(x.size());
  double sum = 0.0;
  for (Index l = 0; l < std::ssize(x); ++l) {
    y[l] = x[l];
    for (Index k = 0; k < l; ++k) y[l] -= root[at(l, k)] * y[k];
    if (root[at(l, l)] == 0 && y[l] != 0) return infinity;
    y[l] = root[at(l, l)] > 0 ? y[l] / root[at(l, l)] : 0.0;
    sum += y[l] * y[l];
  }
  return sum;
}

}  // namespace

StandardErrors::StandardErrors(double deviation, Matrix of_u, Matrix of_v)
    : deviation_(deviation), of_u_(std::move(of_u)), of_v_(std::move(of_v)) {
  take_roots(of_u_);
  take_roots(of_v_);
}

double StandardErrors::of_value(const Matrix& roots, Index row, Index l) const {
  Index rank = 0;
  while (at(rank, 0) < roots.cols()) ++rank;
  std::vector<double> unit(static_cast<std::size_t>(rank));
  unit[static_cast<std::size_t>(l)] = 1.0;
  return deviation_ * std::sqrt(inverse_square(roots.row(row), unit));
}

double StandardErrors::of_entry(Index i, Index j, std::span<const double> u_i,
                                std::span<const double> v_j) const {
  const double by_u = inverse_square(of_u_.row(i), v_j);
  const double by_v = inverse_square(of_v_.row(j), u_i);
  if (std::isinf(by_u) || std::isinf(by_v)) return infinity;
  // What both explain of an entry is counted once; neither explains more than all of it.
  return deviation_ * std::sqrt(by_u + by_v - std::min(by_u, 1.0) * std::min(by_v, 1.0));
}

double Result::standard_error(Index i, Index j) const {
  if (!standard_errors) {
    throw Error(
        ErrorCode::unknown_name,
        "this fit has no standard errors; set FitOptions::standard_errors, and use a method "
        "of the family grmf");
  }
  return standard_errors->of_entry(i, j, u.row(i), v.row(j));
}

}  // namespace grmf
