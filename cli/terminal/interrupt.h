#pragma once

namespace grmf::cli {

/// From now on a signal that ends the program (Ctrl-C, a closed terminal, kill) first removes a
/// file that is being written. A signal that was ignored when the program started, as under nohup,
/// stays ignored.
void leave_nothing_unfinished();

/// While an object of this class lives, the first Ctrl-C is only noted, and the second one ends the
/// program.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Whether Ctrl-C was noted.
  static bool requested() noexcept;
};

}  // namespace grmf::cli
