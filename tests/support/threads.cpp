#include "support/threads.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#ifdef __linux__
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

namespace {
std::atomic<int> made = 0;
}

#ifndef GRMF_SANITIZED
/// Replaces the system's function, which it calls.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*routine)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  ++made;
  return create(thread, attributes, routine, argument);
}
#endif

namespace grmf::test {

std::ptrdiff_t threads_alive() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

std::ptrdiff_t threads_before() {
  std::filesystem::path first;
  std::thread([&] { first = "/proc/self/task/" + std::to_string(::gettid()); }).join();
  while (std::filesystem::exists(first)) std::this_thread::yield();
  return threads_alive();
}

std::ptrdiff_t threads_left(std::ptrdiff_t expected) {
  for (int look = 0; look < 100000 && threads_alive() != expected; ++look) {
    std::this_thread::yield();
  }
  return threads_alive();
}

int threads_made() { return made; }

}  // namespace grmf::test
#endif
