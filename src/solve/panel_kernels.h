#pragma once

#include <array>

#include "grmf/matrix.h"

namespace grmf::internal {

/// The inner loops over a panel (samples x lanes, see panel.h), in the instructions of the machine they run on. `a` holds
/// the samples of the other factor, row by row, r wide; `x` the rows of the batch, r x lanes.
struct PanelKernels {
  /// Ranks with code of their own: all sums stay in registers. Index 0 is the code for any rank.
  static constexpr int max_fixed_rank = 16;

  /// residuals = y - a . x
  using Residuals = void (*)(const double* y, Index samples, const double* a, const double* x,
                             int r, double* residuals);
  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes)
  using AddGram = void (*)(const double* y, const double* w, Index samples, const double* a, int r,
                           double* gram, double* rhs);
  /// Of a loss with two numbers, for every one of `count` residuals: its majoriser's weight, or its value.
  using OfLoss = void (*)(const double* residuals, Index count, double eps, double a, double* to);

  /// exp(-falloff x^2) of `count` numbers
  using Bell = void (*)(const double* x, Index count, double falloff, double* to);

  std::array<Residuals, max_fixed_rank + 1> residuals;
  std::array<AddGram, max_fixed_rank + 1> add_gram;
  OfLoss l1_weights;
  OfLoss l1_values;
  OfLoss atan_weights;
  OfLoss atan_values;
  Bell bell;
};

/// For the machine this runs on.
const PanelKernels& panel_kernels();

}  // namespace grmf::internal
