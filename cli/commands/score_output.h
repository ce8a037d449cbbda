#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grmf/matrix.h"
#include "grmf/measures.h"

namespace grmf::cli {

/// The measures by name, in the order they are shown; those that do not apply are left out.
std::vector<std::pair<std::string, double>> measures_of(const Score& score);
/// A line each.
std::string as_lines(const Score& score);
/// "rmae 0.01, psnr 30.2, ssim 0.9": those that pictures are compared by.
std::string as_one_line(const Score& score);

/// Pictures may store the same grey as different numbers, 1 of 1 and 255 of 255: brings an estimate to the
/// white of the truth, where both have one.
void match_white(double truth_peak, double estimate_peak, Matrix& estimate);

}  // namespace grmf::cli
