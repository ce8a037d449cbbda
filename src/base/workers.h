#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "grmf/index.h"

namespace grmf::internal {

/// A team of threads that lives as long as one fit. No thread outlives the fit, so a later fork()
/// is safe, and no global state is shared with the caller's own threads.
///
/// Results do not depend on the size of the team as long as every chunk writes only its own results
/// and the chunks are the same for every team.
class Workers {
 public:
  /// `threads` = 0 means one per core. Throws Error when the threads cannot be started.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// The number of workers, the calling thread included.
  [[nodiscard]] int count() const noexcept { return static_cast<int>(team_.size()) + 1; }

  /// Calls body(chunk, worker) once for every chunk in [0, chunks), with worker in [0, count()),
  /// and returns when all are done. If a call throws, the first exception is rethrown here, and the
  /// chunks not yet begun are left out.
  using Body = std::function<void(Index chunk, int worker)>;
  void for_each(Index chunks, const Body& body);

 private:
  void close();
  void serve(int worker);
  void take_chunks(int worker);

  std::vector<std::thread> team_;
  const Body* body_ = nullptr;
  Index chunks_ = 0;
  std::atomic<Index> next_chunk_ = 0;
  std::atomic<int> busy_ = 0;   ///< helpers that have not finished the current round
  std::atomic<int> round_ = 0;  ///< counts calls of for_each; helpers wait for it to change
  std::atomic<bool> closing_ = false;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace grmf::internal
