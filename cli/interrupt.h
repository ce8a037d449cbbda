#pragma once

namespace grmf::cli {

/// While one lives, the first Ctrl-C is noted and the second ends the program; without one, the first does.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool requested() noexcept;
};

}  // namespace grmf::cli
