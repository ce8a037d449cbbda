#pragma once

#include <optional>
#include <string>

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/grmf_options.h"
#include "objective/terms.h"
#include "solve/run_loop.h"

namespace grmf::internal {

/// What refinement has decided.
struct Refinement {
  /// The terms to go on with, and the factors to begin with; empty where nothing is refined.
  struct Next {
    Terms terms;
    Factors factors;
  };
  std::optional<Next> next;
  std::string why;  ///< the reason, in words
};

/// Goes on from a solution with a loss whose width is a few deviations of the noise, and a ridge no
/// stronger than the noise asks for.
class Refiner {
 public:
  /// `terms` are those of the solution. All arguments must outlive this.
  Refiner(const Data& data, Engine& engine, FitContext& context, const Terms& terms,
          const GrmfOptions& settings, const StopSettings& stop);

  /// Refines in any case.
  Refinement always(const Factors& solution);
  /// Refines where entries that are held out are then predicted better.
  Refinement where_better(const Factors& solution);

 private:
  Factors swept(Engine& engine, const Terms& terms, Factors from, int sweeps, double tolerance);
  Terms refined(Engine& engine, const Data& data, const Factors& factors, const Terms& last,
                double width, double least_sigma = 0.0) const;
  void rescue(const Data& data, const Terms& terms, Factors& factors) const;
  Refinement::Next approach(Engine& engine, const Data& data, const Terms& terms,
                            const Factors& from);
  [[nodiscard]] Refinement::Next with_structure(Refinement::Next next,
                                                const Factors& solution) const;

  const Data* data_;
  Engine* engine_;
  FitContext* context_;
  const Terms* terms_;
  GrmfOptions settings_;  ///< with the gauge off
  StopSettings stop_;
};

}  // namespace grmf::internal
