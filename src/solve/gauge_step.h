#pragma once

#include <vector>

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

/// The gauge step: factors (U Q, V Q^-T) that promise lower penalties; the product is the same but for
/// rounding. With `hard` what is found nearby is non-negative, what is found from scratch perhaps nearly so.
/// Whether f falls the caller must see.
std::vector<Factors> gauge_step(const Model& model, const Factors& factors, GaugeSearch search,
                                Workers& workers);

}  // namespace grmf::internal
