#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace grmf::internal {

/// Allocates memory that begins at a cache line, so that no vector register is filled from two
/// cache lines.
template <class T>
struct LineAllocator {
  using value_type = T;  // NOLINT(readability-identifier-naming): the name allocators have
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <class Other>
  explicit(false) LineAllocator(const LineAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), line));
  }
  void deallocate(T* begin, std::size_t /*count*/) noexcept { ::operator delete(begin, line); }
  friend bool operator==(const LineAllocator& /*a*/, const LineAllocator& /*b*/) { return true; }
};

using LineVector = std::vector<double, LineAllocator<double>>;

}  // namespace grmf::internal
