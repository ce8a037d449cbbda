#pragma once

#include <cstdint>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// Salt and pepper: every pixel independently, with probability `ratio`, becomes 0 or `peak` with
/// equal chance.
///
/// Pixel k (row by row, from 0) of picture number `picture` takes one number u in [0, 1), a
/// function of (seed, picture, k) alone, so the noise is the same on any platform and in any order:
///   mix(x): x += 0x9e3779b97f4a7c15; x = (x ^ x>>30) * 0xbf58476d1ce4e5b9;
///           x = (x ^ x>>27) * 0x94d049bb133111eb; x ^ x>>31             (all modulo 2^64)
///   u = (mix(mix(mix(seed) ^ picture) ^ k) >> 11) / 2^53
///   u < ratio / 2: 0;   ratio / 2 <= u < ratio: peak;   otherwise the pixel stays.
/// Throws Error unless 0 <= ratio <= 1 and peak > 0.
GRMF_EXPORT Matrix corrupt(const Matrix& picture, double ratio, double peak, std::uint64_t seed,
                           std::uint64_t picture_number = 0);

}  // namespace grmf
