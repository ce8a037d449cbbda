#pragma once

#include <array>
#include <span>

#include "model/model.h"
#include "solve/panel.h"
#include "solve/panel_kernels.h"

namespace grmf::internal {

/// The work on every entry of Y, for a batch of rows x (r x lanes) against samples a (row-major, r
/// wide): residuals, weights, and their sums.
class Kernel {
 public:
  Kernel(const Model& model, const Data& data, int rank);

  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes),
  /// the weights w = m phi'(res)/res taken at x.
  void add_gram(const Panel& panel, const double* a, const double* x, double* gram,
                double* rhs) const;
  /// loss += sum over the samples of m phi(y - a . x), lane by lane.
  void add_loss(const Panel& panel, const double* a, const double* x, double* losses) const;

  [[nodiscard]] int rank() const { return rank_; }

 private:
  using Scratch = std::array<double, Panel::max_samples * lanes>;
  /// The weights or values of the loss at the residuals, times m.
  template <class Of>
  std::span<double> of_residuals(const Panel& panel, const double* a, const double* x,
                                 Scratch& scratch) const;

  AnyLoss loss_;
  int rank_;
  bool weighted_;
  PanelKernels::Residuals residuals_;
  PanelKernels::AddGram add_gram_;
};

}  // namespace grmf::internal
