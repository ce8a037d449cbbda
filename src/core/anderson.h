#pragma once

#include <deque>
#include <optional>

#include "grmf/fit.h"

namespace grmf::internal {

/// Anderson acceleration of whole sweeps x -> g(x): proposes where the next sweep should start,
/// from the last few sweeps, as if g were linear. Only a proposal: the caller takes it where it
/// lowers f.
///
/// Ties and zeros of the last sweep's end are kept exactly, so that what the proposal gains in the
/// loss is not lost in the penalties.
class Anderson {
 public:
  explicit Anderson(int memory) : memory_(memory) {}

  /// The last sweep went from `from` to `to`. Nothing while there is too little to go by.
  std::optional<Factors> propose(const Factors& from, const Factors& to);
  /// Forget the past, for it no longer tells about the future.
  void reset() { past_.clear(); }

 private:
  struct Step {
    Factors residual;  ///< to - from
    Factors to;
  };

  int memory_;
  std::deque<Step> past_;
};

}  // namespace grmf::internal
