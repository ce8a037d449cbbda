#include "experiment/statistics.h"

#include <cmath>
#include <limits>

namespace grmf::experiment {

Summary summary_of(std::span<const double> values) {
  Summary summary;
  double sum = 0.0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ++summary.count;
    sum += value;
  }
  if (summary.count == 0) return {.mean = std::numeric_limits<double>::quiet_NaN()};
  const auto count = static_cast<double>(summary.count);
  summary.mean = sum / count;
  double squares = 0.0;
  for (const double value : values) {
    if (std::isfinite(value)) squares += (value - summary.mean) * (value - summary.mean);
  }
  if (summary.count > 1) summary.deviation = std::sqrt(squares / (count - 1));
  return summary;
}

}  // namespace grmf::experiment
