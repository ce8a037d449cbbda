#pragma once

#include <vector>

namespace grmf::internal {

/// Residuals below this share of the unit of the data are only rounding.
constexpr double rounding_share = 1e-12;

/// A quarter of normal numbers of deviation 1 are smaller than this.
constexpr double quartile_of_normal = 0.3186393639643752;

/// The size below which the given share of the |residuals| lies. Residuals that are only rounding
/// are left out; the result is 0 where all are. `scale` is the unit of the data.
double quantile(std::vector<double> residuals, double share, double scale);

/// The deviation of the noise, judged by the smallest quarter of the |residuals|, so that three
/// quarters may be grossly wrong. Entries that fit exactly, such as a dark border, say nothing
/// about noise and are left out; the result is 0 where all entries fit exactly. `scale` is the unit
/// of the data.
double misfit(std::vector<double> residuals, double scale);

}  // namespace grmf::internal
