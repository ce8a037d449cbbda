#pragma once

#include <array>

#include "grmf/matrix.h"

namespace grmf::internal {

/// The inner loops over a panel (samples x lanes, see panel.h), in the instructions of the machine they run on. `a` holds
/// the samples of the other factor, row by row, r wide; `x` the rows of the pack, r x lanes.
struct PanelKernels {
  /// Ranks with code of their own: all sums stay in registers. Index 0 is the code for any rank.
  static constexpr int max_fixed_rank = 16;

  /// From numbers in memory, of type T, to a panel of doubles.
  template <class T>
  struct Load {
    /// to = the block of `samples` columns at `from` (lanes rows, `stride` apart), transposed
    void (*transpose)(const T* from, Index stride, Index samples, double* to);
    /// Blocks of `samples` rows at `from` (`stride` apart), lanes wide and side by side, one after the other to `to`,
    /// `apart` apart
    void (*copy)(const T* from, Index stride, Index samples, int blocks, Index apart, double* to);
  };
  /// residuals = y - a . x
  using Residuals = void (*)(const double* y, Index samples, const double* a, const double* x,
                             int r, double* residuals);
  /// Of a loss with two numbers, at every residual: the weight of its majoriser, times m (1 where m is null), may replace
  /// the residual; m times its value is added to `losses`, lane by lane.
  using Weigh = void (*)(const double* residuals, const double* m, Index samples, double p,
                         double q, double* weights, double* losses);
  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes)
  using AddGram = void (*)(const double* y, const double* w, Index samples, const double* a, int r,
                           double* gram, double* rhs);
  /// x -> the minimiser of 1/2 z^T (G + ridge) z - rhs . z + proximal/2 |z - x|^2 in every lane; the proximal term makes up
  /// for what the ridge lacks to `share` of the largest diagonal. 0 where rhs is. gram and rhs are used up.
  using Newton = void (*)(double* gram, double* rhs, int r, double ridge, double share, double* x);

  /// A row of what factors leave of the data, in the unit 1 / per_unit and clipped at 1: row = clip((y - u . V^T) per_unit), V^T being
  /// r x n. Returns sum m row v, and in `square` sum m v^2; m is 1 where it is null.
  using ClippedRow = double (*)(const double* y, const double* m, Index n, const double* u, int r,
                                const double* v_transposed, double per_unit, const double* v,
                                double* row, double* square);
  /// to += factor m x for n numbers
  using AddTimes = void (*)(const double* x, const double* m, Index n, double factor, double* to);

  /// exp(-falloff x^2) of `count` numbers
  using Bell = void (*)(const double* x, Index count, double falloff, double* to);
  /// sum (q - log q - 1), q = y z > 0, of `count` numbers
  using Divergence = double (*)(const double* y, const double* z, Index count);

  Load<double> load;
  Load<float> load32;
  std::array<Residuals, max_fixed_rank + 1> residuals;
  Weigh l1;           ///< p = eps
  Weigh atan;         ///< p = eps, q = a
  Weigh huber;        ///< p = delta, q = slope
  Weigh correntropy;  ///< p = sigma
  std::array<AddGram, max_fixed_rank + 1> add_gram;
  std::array<Newton, max_fixed_rank + 1> newton;
  ClippedRow clipped_row;
  AddTimes add_times;
  Bell bell;
  Divergence divergence;
};

/// For the machine this runs on.
const PanelKernels& panel_kernels();
/// Where in the arrays the code for a rank stands.
constexpr int code_for(int rank) { return rank <= PanelKernels::max_fixed_rank ? rank : 0; }

}  // namespace grmf::internal
