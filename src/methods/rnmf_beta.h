#pragma once

#include <cstdint>
#include <string>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/iterate.h"

namespace grmf::internal {

/// The robust NMF that the paper's authors ran as RNMF (Fevotte and Dobigeon 2015); it is not the
/// method that the paper cites. It fits Y ~ M A + R under the Itakura-Saito divergence, by
/// multiplicative updates. The columns of A have the sum 1. The outliers R are whole columns, and
/// the sum of their norms is penalised. Missing entries are not admitted.
class RnmfBeta final : public Iteration {
 public:
  /// Why it cannot take the data: gaps, weights or negative entries. Empty where it can.
  static std::string refusal(const Data& data);

  /// In `start`, U is M and V is A^T.
  RnmfBeta(const Data& data, Factors start, std::uint64_t seed);

  IterationStep step() override;
  [[nodiscard]] Factors current_factors() const override { return factors_; }
  void visit_iteration(StateArchive& archive) override;
  [[nodiscard]] double objective() const { return before_; }
  [[nodiscard]] const Factors& factors() const { return factors_; }
  [[nodiscard]] const Matrix& outliers() const { return r_; }

 private:
  /// Recomputes M A and the quotients.
  void refresh_product();
  /// Recomputes the quotients alone, for when M A has not changed.
  void refresh_quotients();
  void update_r();
  void update_a();
  void update_m();
  [[nodiscard]] double divergence() const;

  Factors factors_;
  Matrix y_;
  bool has_zero_;  ///< whether Y has an entry of 0, which makes the divergence infinite
  Matrix r_;
  Matrix last_r_;    ///< R before the step
  Matrix low_rank_;  ///< M A
  Matrix ratio_;     ///< Y / Yhat^2
  Matrix inverse_;   ///< 1 / Yhat
  double floor_;     ///< added to Yhat, to keep it from 0
  double ceiling_;   ///< the run has diverged where an entry of M is above
  double before_;    ///< the objective after the last step
};

}  // namespace grmf::internal
