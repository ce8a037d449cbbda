#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "grmf/export.h"

namespace grmf {

namespace internal {
class StateArchive;
}  // namespace internal

/// Everything that a run needs to go on from where it was: a fit that resumes from it ends with the
/// result, to the last bit, of a fit that was never interrupted. Progress::state makes one, and
/// FitOptions::resume takes it, with the same data, method and options. The number of threads, the
/// time limit and the callback may differ. So may max_sweeps, unless the fit was interrupted on the
/// way to its start, which depends on it.
class GRMF_EXPORT RunState {
 public:
  /// The state as bytes, for this version of the library on this kind of machine.
  [[nodiscard]] std::vector<std::byte> save() const { return bytes_; }
  /// The state that save() wrote. Throws Error where the bytes are damaged or of another version.
  static RunState load(std::span<const std::byte> bytes);

 private:
  friend class internal::StateArchive;
  explicit RunState(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::vector<std::byte> bytes_;
};

}  // namespace grmf
