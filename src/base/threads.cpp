#include "base/threads.h"

#include <algorithm>
#include <new>
#include <thread>

#include "base/workers.h"

namespace grmf::internal {

int resolved_threads(int threads) {
  constexpr int most = 1024;
  if (threads < 0 || threads > most) {
    throw Error(ErrorCode::out_of_range,
                "option threads is " + std::to_string(threads) +
                    "; it must be at least 0 and at most " + std::to_string(most),
                ErrorSubject::option);
  }
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void for_each_matrix(Index count, int threads,
                     const std::function<void(Index k, int threads)>& body) {
  const int all = resolved_threads(threads);
  if (count < 1) return;
  const int at_a_time = static_cast<int>(std::min<Index>(all, count));
  const int inside = all / at_a_time;
  const int spare = all % at_a_time;  // 0 unless all matrices are worked on at once
  Workers(at_a_time).for_each(count, [&](Index k, int) { body(k, inside + (k < spare ? 1 : 0)); });
}

std::optional<Error> error_of(const std::function<void()>& work, const std::string& name) {
  try {
    work();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorCode::out_of_memory,
                 (name.empty() ? "" : name + ": ") +
                     "not enough memory; use fewer threads, or a smaller matrix or rank");
  }
}

}  // namespace grmf::internal
