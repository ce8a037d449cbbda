#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace grmf::internal {

/// The finaliser of SplitMix64, applied once per word. The random numbers below are counter-based:
/// a number depends on (seed, stream, index) alone, so it is the same in any order and on any
/// number of threads.
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return mix(mix(mix(seed) ^ stream) ^ index);
}

/// A uniform random number in [0, 1), a multiple of 2^-53.
inline double random_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return static_cast<double>(random_bits(seed, stream, index) >> 11U) * 0x1p-53;
}

/// A standard normal random number by Box-Muller; every index has its own pair of uniforms.
inline double random_normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const double radius = std::sqrt(-2.0 * std::log1p(-random_uniform(seed, stream, 2 * index)));
  return radius * std::cos(2.0 * std::numbers::pi * random_uniform(seed, stream, 2 * index + 1));
}

}  // namespace grmf::internal
