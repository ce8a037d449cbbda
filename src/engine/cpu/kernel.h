#pragma once

#include "engine/cpu/panel.h"
#include "engine/cpu/panel_kernels.h"
#include "objective/terms.h"

namespace grmf::internal {

/// The work on every entry of Y: residuals, weights and their sums, for a pack of rows x (r x
/// lanes) against samples a (row-major, r wide).
class Kernel {
 public:
  Kernel(const Terms& terms, int rank);

  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes),
  /// with the weights w = m phi'(res)/res at x. Adds to `losses` as add_loss() does.
  void add_gram(const Panel& panel, int pack, const double* a, const double* x, double* gram,
                double* rhs, double* losses) const;
  /// losses += sum over the samples of m phi(y - a . x), lane by lane.
  void add_loss(const Panel& panel, int pack, const double* a, const double* x,
                double* losses) const;

  [[nodiscard]] int rank() const { return rank_; }

 private:
  /// Adds to `losses` as add_loss() does, and sets `weights` to w = m phi'(res)/res at x.
  void weigh(const Panel& panel, int pack, const double* a, const double* x, double* weights,
             double* losses) const;

  AnyLoss loss_;
  int rank_;
  PanelKernels::Residuals residuals_;
  PanelKernels::AddGram add_gram_;
};

}  // namespace grmf::internal
