#include "interrupt.h"

#include <atomic>
#include <csignal>

namespace grmf::cli {
namespace {

// The handler may run on any thread; an atomic without a lock is what both worlds allow.
std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int /*signal*/) {
  noted = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch() { std::signal(SIGINT, note_interrupt); }
InterruptWatch::~InterruptWatch() { std::signal(SIGINT, SIG_DFL); }
bool InterruptWatch::requested() noexcept { return noted; }

}  // namespace grmf::cli
