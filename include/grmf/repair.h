#pragma once

#include <optional>
#include <vector>

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/fit.h"
#include "grmf/outliers.h"

namespace grmf {

/// An entry that is to be replaced: an outlier, or one that is missing.
struct Repair {
  Index row = 0;
  Index col = 0;
  double estimate = 0.0;  ///< what is put there, in the units of the data
  /// (y - estimate) by the deviation of the noise; empty where the entry is missing.
  std::optional<double> deviations = {};
};

struct Repairs {
  std::vector<Repair> entries;  ///< in reading order
  /// The number of missing entries in rows and columns without data, of which nothing is known.
  Index unknown = 0;
};

/// Finds what is to be replaced in data of which `model` is a factorisation, and by what.
///
/// Outliers of the model are only suspects, because a ridge draws large entries towards 0, which
/// looks like an error where there is no noise. What counts is how they are predicted by least
/// squares without a ridge, to all entries but the suspects; who is acquitted takes part the next
/// time. `keep_model` takes the model as it is instead: where it has zeros and ties that are known
/// to be right, or is non-negative, it is the better one.
GRMF_EXPORT Repairs find_repairs(const Data& data, const Factors& model,
                                 const OutlierOptions& options, bool keep_model = false,
                                 int threads = 0);

}  // namespace grmf
