#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grmf/matrix.h"
#include "grmf/measures.h"

namespace grmf::cli {

/// The measures by name, in the order they are shown; those that do not apply are left out.
std::vector<std::pair<std::string, double>> measures_of(const Score& score);
/// How far one row or column is from the truth.
struct NamedScore {
  std::string name;
  Score score;
};
/// The measures of each, a line for each.
std::string as_table(const std::vector<NamedScore>& scores);
/// All measures, each in a line of its own.
std::string as_lines(const Score& score);
/// The measures that pictures are compared by, in one line: "rmae 0.01, psnr 30.2, ssim 0.9".
std::string as_one_line(const Score& score);

/// Multiplies an estimate so that its white is that of the truth, where both have one: pictures may
/// store the same grey as different numbers, such as 0.5 of 1 and 127.5 of 255.
void match_white(double truth_peak, double estimate_peak, Matrix& estimate);

}  // namespace grmf::cli
