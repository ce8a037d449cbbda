#include "terminal/interrupt.h"

#include <atomic>
#include <csignal>

#include "io/sink.h"

namespace grmf::cli {
namespace {

using Handler = void (*)(int);

// A signal handler may run on any thread: only atomics without a lock may be shared with it.
std::atomic<bool> noted = false;
std::atomic<Handler> earlier = SIG_DFL;  ///< what Ctrl-C did before it was watched
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Handler>::is_always_lock_free);

Handler handler_of(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

/// Removes the file that is being written, and ends the program by the same signal. Signals are not
/// blocked while a file is written, so that waiting for a slow disk can still be interrupted.
extern "C" void remove_and_end(int signal) {
  io::hold_files();
  io::remove_unfinished();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void note_interrupt(int /*signal*/) {
  noted = true;
  std::signal(SIGINT, earlier);
}

}  // namespace

void leave_nothing_unfinished() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (handler_of(signal) != SIG_IGN) std::signal(signal, remove_and_end);
  }
}

InterruptWatch::InterruptWatch() {
  earlier = handler_of(SIGINT);
  if (earlier != SIG_IGN) std::signal(SIGINT, note_interrupt);
}
InterruptWatch::~InterruptWatch() { std::signal(SIGINT, earlier); }
bool InterruptWatch::requested() noexcept { return noted; }

}  // namespace grmf::cli
