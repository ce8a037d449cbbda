#include "base/workers.h"

#include <exception>
#include <string>
#include <utility>

#include "base/threads.h"
#include "grmf/error.h"

namespace grmf::internal {

Workers::Workers(int threads) {
  const int helpers = resolved_threads(threads) - 1;
  try {
    team_.reserve(static_cast<std::size_t>(helpers));
    for (int worker = 1; worker <= helpers; ++worker) {
      team_.emplace_back([this, worker] { serve(worker); });
    }
  } catch (const std::exception& error) {  // system_error or bad_alloc
    const auto started = team_.size() + 1;
    close();
    throw Error(ErrorCode::out_of_memory, "only " + std::to_string(started) + " of " +
                                              std::to_string(helpers + 1) +
                                              " threads could be started: " + error.what());
  }
}

Workers::~Workers() { close(); }

void Workers::close() {
  closing_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& helper : team_) helper.join();
}

void Workers::for_each(Index chunks, const Body& body) {
  body_ = &body;
  chunks_ = chunks;
  next_chunk_ = 0;
  // A single chunk is not worth a wake-up.
  const bool alone = team_.empty() || chunks <= 1;
  if (!alone) {
    busy_ = static_cast<int>(team_.size());
    ++round_;
    round_.notify_all();
  }
  take_chunks(0);
  if (!alone) {
    for (int busy = busy_; busy != 0; busy = busy_) busy_.wait(busy);
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Workers::serve(int worker) {
  for (int seen = 0;;) {
    round_.wait(seen);
    // Exactly one round can have passed: the next round starts only when this helper has reported
    // back.
    ++seen;
    if (closing_) return;
    take_chunks(worker);
    if (--busy_ == 0) busy_.notify_one();
  }
}

void Workers::take_chunks(int worker) {
  try {
    for (Index chunk = next_chunk_++; chunk < chunks_; chunk = next_chunk_++)
      (*body_)(chunk, worker);
  } catch (...) {
    next_chunk_ = chunks_;
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace grmf::internal
