#pragma once

#include <optional>

#include <Eigen/Dense>

#include "grmf/fit.h"

namespace grmf::internal {

/// Anderson acceleration of whole sweeps x -> g(x): proposes where the next sweep should start,
/// from the last few sweeps, as if g were linear. Only a proposal: the caller looks at f there.
///
/// Ties and zeros of factors at the last sweep's end are kept exactly, so that what the proposal gains in
/// the loss is not lost in the penalties.
class Anderson {
 public:
  explicit Anderson(int memory) : memory_(memory) {}

  /// The last sweep went from `from` to `to`. Nothing while there is too little to go by.
  std::optional<Factors> propose(const Factors& from, const Factors& to);
  /// The same of any x; `residual` is to - from, or a multiple of it.
  std::optional<Eigen::VectorXd> propose(Eigen::VectorXd residual, Eigen::VectorXd to);
  /// Forget the past, for it no longer tells about the future.
  void reset();

 private:
  void remember(const Eigen::VectorXd& residual, const Eigen::VectorXd& to);

  int memory_;
  Eigen::VectorXd residual_;  ///< of the last sweep; empty where there was none
  Eigen::VectorXd to_;
  int differences_ = 0;  ///< columns in use of the next two, the oldest of which is overwritten
  int next_ = 0;
  Eigen::MatrixXd d_residual_;  ///< from sweep to sweep, one column each
  Eigen::MatrixXd d_to_;
  Eigen::MatrixXd gram_;  ///< of d_residual_
};

}  // namespace grmf::internal
