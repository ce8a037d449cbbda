#pragma once

#include <cstddef>
#include <span>

namespace grmf::experiment {

/// What a table shows of many numbers. Numbers that are not finite are left out, such as the PSNR
/// of an exact estimate.
struct Summary {
  std::size_t count = 0;
  double mean = 0.0;       ///< NaN where there are no numbers
  double deviation = 0.0;  ///< sample standard deviation (n - 1); 0 for a single number
};
Summary summary_of(std::span<const double> values);

}  // namespace grmf::experiment
