#pragma once

#include <cstddef>
#include <span>

namespace grmf::experiment {

/// What a table shows of many numbers. Those that are not finite are left out, as a PSNR without an error.
struct Summary {
  std::size_t count = 0;
  double mean = 0.0;       ///< NaN where there is none
  double deviation = 0.0;  ///< of the sample (n - 1); 0 for a single one
};
Summary summary_of(std::span<const double> values);

}  // namespace grmf::experiment
