#pragma once

#include <optional>

#include <Eigen/Dense>

#include "context/state_archive.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// Anderson acceleration of whole sweeps x -> g(x). From the last few sweeps it proposes where the
/// next sweep should start, as if g were linear. The caller must compare f there.
///
/// Proposed factors keep the ties and zeros of the end of the last sweep exactly, so that what the
/// proposal gains in the loss is not lost in the penalties.
class Anderson {
 public:
  explicit Anderson(int memory) : memory_(memory) {}

  /// Adds the sweep from `from` to `to` and makes a proposal; empty while too few sweeps are known.
  std::optional<Factors> propose(const Factors& from, const Factors& to);
  /// Proposes as above for an iteration of any vector. `residual` is to - from, or a multiple of
  /// it.
  std::optional<Eigen::VectorXd> propose(Eigen::VectorXd residual, Eigen::VectorXd to);
  /// Forgets past sweeps, for when they tell nothing about those to come.
  void reset();

  void visit_state(StateArchive& archive);

 private:
  void remember(const Eigen::VectorXd& residual, const Eigen::VectorXd& to);

  int memory_;
  Eigen::VectorXd residual_;    ///< residual of the last sweep; empty where there was none
  Eigen::VectorXd to_;          ///< end of the last sweep
  int differences_ = 0;         ///< columns of d_residual_ and d_to_ that are in use
  int next_ = 0;                ///< column that is written next; once all are in use, the oldest
  Eigen::MatrixXd d_residual_;  ///< changes of the residual from sweep to sweep, as columns
  Eigen::MatrixXd d_to_;        ///< changes of the end from sweep to sweep, as columns
  Eigen::MatrixXd gram_;        ///< Gram matrix of the columns of d_residual_
};

}  // namespace grmf::internal
