#pragma once

#include "model/model.h"
#include "solve/panel.h"

namespace grmf::internal {

/// The work on every entry of Y, for a batch of rows x (r x lanes) against samples a (row-major, r
/// wide): residuals, weights, and their sums. Chosen once per fit by rank, loss and whether there
/// are weights, so that the loops over r have a fixed length.
class Kernel {
 public:
  Kernel(const Model& model, const Data& data, int rank);

  /// gram += A^T W A (lower triangle, row by row, r(r+1)/2 x lanes) and rhs += A^T W y (r x lanes),
  /// the weights w = m phi'(res)/res taken at x.
  void add_gram(const Panel& panel, const double* a, const double* x, double* gram,
                double* rhs) const {
    add_gram_(*this, panel, a, x, gram, rhs);
  }
  /// loss += sum over the samples of m phi(y - a . x), lane by lane.
  void add_loss(const Panel& panel, const double* a, const double* x, double* loss) const {
    add_loss_(*this, panel, a, x, loss);
  }

  [[nodiscard]] int rank() const { return rank_; }

 private:
  using AddGram = void (*)(const Kernel&, const Panel&, const double*, const double*, double*,
                           double*);
  using AddLoss = void (*)(const Kernel&, const Panel&, const double*, const double*, double*);
  template <int R, class LossFunction, bool weighted>
  struct Fixed;
  template <class LossFunction, bool weighted>
  void choose();

  AnyLoss loss_;
  int rank_;
  AddGram add_gram_ = nullptr;
  AddLoss add_loss_ = nullptr;
};

}  // namespace grmf::internal
