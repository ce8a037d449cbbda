#pragma once

#include <cstdint>

#include "base/workers.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/iterate.h"

namespace grmf::internal {

/// The robust NMF that the paper's authors ran as RNMF (Fevotte and Dobigeon 2015): Y ~ M A + R under the
/// Itakura-Saito divergence, columns of A of sum 1, outliers R by whole columns (the sum of their norms is
/// penalised), by multiplicative updates. Not the model the paper cites. Missing entries are not admitted.
class RnmfBeta {
 public:
  /// `start`: U is M, V is A^T.
  RnmfBeta(const Data& data, Factors start, std::uint64_t seed);

  IterationStep step();
  [[nodiscard]] double objective() const { return before_; }
  [[nodiscard]] const Factors& factors() const { return factors_; }
  [[nodiscard]] const Matrix& outliers() const { return r_; }

 private:
  void refresh();
  void refresh_quotients();  ///< where M A is as it was
  void update_r();
  void update_a();
  void update_m();
  [[nodiscard]] double divergence() const;

  Factors factors_;
  Matrix y_;
  bool has_zero_;  ///< Y, of which the divergence is then infinite
  Matrix r_;
  Matrix last_r_;    ///< before the step
  Matrix low_rank_;  ///< M A
  Matrix ratio_;     ///< Y / Yhat^2
  Matrix inverse_;   ///< 1 / Yhat
  double floor_;     ///< keeps Yhat from 0
  double ceiling_;   ///< of M: above it the run has diverged
  double before_;
};

}  // namespace grmf::internal
