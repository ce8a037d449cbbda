#pragma once

namespace grmf::cli {

/// A signal that ends the program (Ctrl-C, a closed terminal, kill) first removes a file that is being
/// written. One that was ignored when the program started, as under nohup, stays ignored.
void leave_nothing_unfinished();

/// While one lives, the first Ctrl-C is noted and the second does what it did before; without one, the
/// first does.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool requested() noexcept;
};

}  // namespace grmf::cli
