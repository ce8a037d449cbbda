#pragma once

#include <optional>

#include "core/workers.h"
#include "grmf/fit.h"
#include "grmf/models.h"
#include "model/model.h"

namespace grmf::internal {

/// Whether the options ask for gauge steps and the model allows them: without a ridge on both factors they
/// run away.
bool gauge_wanted(Gauge gauge, const Model& model);

enum class GaugeSearch {
  nearby,        ///< downhill from the basis there is
  from_scratch,  ///< also where many rows have zeros and ties, however far
};

/// The gauge step: factors (U Q, V Q^-T) with lower penalties, if any are found. The product is the same but
/// for rounding; with `hard` also but for what it takes to make an entry that is next to 0 non-negative, so
/// that the caller must look whether f falls.
std::optional<Factors> gauge_step(const Model& model, const Factors& factors, GaugeSearch search,
                                  Workers& workers);

}  // namespace grmf::internal
