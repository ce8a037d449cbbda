#pragma once

#include <array>

#include "grmf/matrix.h"

namespace grmf::internal {

/// The inner loops over a panel (samples x lanes, see panel.h), in the instructions of the machine
/// they run on. In all of them `a` holds the rows of the other factor, one per sample and r wide,
/// and `x` holds the rows of the pack, r x lanes. A null `m` means that all weights are 1.
struct PanelKernels {
  /// Ranks up to this have code of their own, in which all sums stay in registers. Index 0 of the
  /// arrays below is the code for any rank.
  static constexpr int max_fixed_rank = 16;

  /// Loads numbers of type T from memory into a panel of doubles.
  template <class T>
  struct Load {
    /// to = the transpose of the lanes x samples matrix at `from`, whose rows are `stride` apart
    void (*transpose)(const T* from, Index stride, Index samples, double* to);
    /// Copies the packs that lie side by side at `from`, `samples` rows `stride` apart and each
    /// pack lanes wide, one after the other to `to`, where they lie `apart` apart.
    void (*copy)(const T* from, Index stride, Index samples, int packs, Index apart, double* to);
  };
  /// Missing entries must not reach the arithmetic, where 0 * inf is not 0. Both kernels take a
  /// number of entries that is a multiple of `lanes`.
  /// Where y is NaN, sets y and m to 0; elsewhere sets m to 1.
  using MarkMissing = void (*)(double* y, Index count, double* m);
  /// Where y is NaN or m is 0, sets both to 0.
  using DropMissing = void (*)(double* y, double* m, Index count);
  /// residuals = y - a . x
  using Residuals = void (*)(const double* y, Index samples, const double* a, const double* x,
                             int r, double* residuals);
  /// Evaluates a loss with the parameters p and q at every residual. Sets `weights`, which may be
  /// the same array as `residuals`, to m times the weight of its majoriser, and adds m times its
  /// value to `losses`, lane by lane.
  using Weigh = void (*)(const double* residuals, const double* m, Index samples, double p,
                         double q, double* weights, double* losses);
  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes)
  using AddGram = void (*)(const double* y, const double* w, Index samples, const double* a, int r,
                           double* gram, double* rhs);
  /// Replaces x in every lane by the minimiser over z of
  ///   1/2 z^T (G + ridge I) z - rhs . z + proximal/2 |z - x|^2.
  /// The proximal term makes up for what the ridge lacks to `share` of the largest diagonal entry.
  /// Where rhs is 0, x becomes 0. gram and rhs are overwritten.
  using Newton = void (*)(double* gram, double* rhs, int r, double ridge, double share, double* x);

  /// Computes a row of residuals, in the unit 1 / per_unit and clipped to [-1, 1]:
  ///   row = clip((y - u . V^T) per_unit), where V^T is r x n.
  /// Returns sum m row v, and sets `square` to sum m v^2.
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
  MarkMissing mark_missing;
  DropMissing drop_missing;
  std::array<Residuals, max_fixed_rank + 1> residuals;
  Weigh l1;           ///< p = eps
  Weigh atan;         ///< p = eps, q = a
  Weigh huber;        ///< p = delta, q = slope
  Weigh correntropy;  ///< p = sigma
  Weigh biweight;     ///< p = width, q = sigma
  std::array<AddGram, max_fixed_rank + 1> add_gram;
  std::array<Newton, max_fixed_rank + 1> newton;
  ClippedRow clipped_row;
  AddTimes add_times;
  Bell bell;
  Divergence divergence;
};

/// The kernels for the machine this runs on.
const PanelKernels& panel_kernels();
/// The index of the code for a rank in the arrays of PanelKernels.
constexpr int code_for(int rank) { return rank <= PanelKernels::max_fixed_rank ? rank : 0; }

}  // namespace grmf::internal
