#pragma once

#include <memory>
#include <string_view>

#include "experiment/input.h"
#include "experiment/run.h"
#include "grmf/fit.h"
#include "grmf/method.h"

namespace grmf::experiment {

/// The method of this name, with its options set. Throws Error for an unknown name.
std::unique_ptr<Method> method_of(std::string_view name, Setting setting);

/// The rank that the data choose with GRMF's defaults. All methods get this rank, so that they are
/// compared at the same size.
int rank_of_data(const Data& data, const FitOptions& options);

/// Which parts of a fit are kept to be shown.
struct Shown {
  bool picture = false;  ///< the picture it recovers
  bool groups = false;   ///< the first rows of its factors
};

/// Fits one method to a case and measures the result. `options` holds the rank, which must not be
/// 0, threads and callback. Throws Error where the method refuses the data.
Run fit_case(const Case& fitted, const RunKey& key, const FitOptions& options, const Shown& shown);

/// The run of `nothing_done`: it measures the case itself.
Run leave_case(const Case& fitted, const RunKey& key, const Shown& shown);

}  // namespace grmf::experiment
