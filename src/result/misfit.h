#pragma once

#include <vector>

namespace grmf::internal {

/// Residuals below this share of the unit of the data are only rounding.
constexpr double rounding_share = 1e-12;

/// The size that a share of the |residuals| lies below, of those that are more than rounding; 0 where none is. `scale` is the
/// unit of the data.
double quantile(std::vector<double> residuals, double share, double scale);

/// The deviation of the noise, judged by the quarter of the |residuals| that is smallest, so that three quarters may be grossly
/// wrong. Entries that fit exactly, such as a dark border, say nothing about noise; 0 if all do. `scale` is the unit of
/// the data.
double misfit(std::vector<double> residuals, double scale);

}  // namespace grmf::internal
