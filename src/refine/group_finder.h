#pragma once

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "objective/terms.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// Whether sparsity or grouping of a factor is left to the data.
bool structure_is_automatic(const GrmfOptions& options);

/// What sparsity and grouping come to, where they are left to the data.
struct FoundStructure {
  Terms terms;
  Factors factors;  ///< to begin with
  GroupEvidence evidence;
};

/// Looks for groups in a solution without sparsity and grouping. Where there are far more zeros and
/// ties in some basis than chance explains, sparsity and grouping are as strong as it takes to hold
/// a tie against the noise, and reach as far as noise moves tied values apart. Where there are not,
/// they are weak and reach no further than a standard error.
///
/// A trial makes the zeros and ties, and then every row decides on its own by its errors. Groups
/// are given up again where they do not fit the data. Else the terms are such that zeros and ties
/// stay as they are, and nothing else is pulled.
///
/// `usual` are the terms of the options with weak sparsity and grouping in place of auto; `terms`
/// led to the solution.
FoundStructure find_structure(const Data& data, Engine& engine, FitContext& context,
                              const GrmfOptions& options, const StopSettings& stop,
                              const Terms& usual, const Terms& terms, const Factors& solution);

}  // namespace grmf::internal
