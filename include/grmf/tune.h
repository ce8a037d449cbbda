#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/method.h"

/// The rank, and with it other options, chosen by the data: a share of the entries is held out, every candidate is fitted
/// to the others, and judged by what it makes of those held out (docs/recovery.md).
namespace grmf {

/// What may be chosen beside the rank; only where the method has it.
struct Knobs {
  bool loss = false;      ///< l1 or atan
  bool ridge = false;     ///< lambda3
  bool grouping = false;  ///< lambda1 and lambda2, with tau1 and tau2
};

/// One candidate and how it did.
struct Trial {
  int rank = 0;
  std::vector<std::pair<std::string, OptionValue>> settings;  ///< beside those of the method
  /// Mean of min(|y - u . v|, s) / s over the entries held out, weighted, s = Data::scale().
  double score = 0.0;
  double above_best = 0.0;      ///< score less that of the best trial
  double standard_error = 0.0;  ///< of above_best, entry by entry
  double free_values = 0.0;     ///< entries of U and V that are neither 0 nor repeated in their row
};

struct TuneOptions {
  /// The only rank to look at; 0: all that seem worth it.
  int rank = 0;
  Knobs knobs = {};
  /// Share of the observed entries that is held out, in (0, 0.5]. Of small data so many are held out several times over.
  double held_out = 0.1;
  std::uint64_t seed = 0;
  int threads = 0;
  /// Seconds, >= 0; looked at after every sweep of a trial.
  double time_limit = std::numeric_limits<double>::infinity();
  /// Called after every trial, on the calling thread.
  std::function<Action(const Trial&)> on_trial = {};
  /// Called after every sweep of every trial.
  std::function<Action(const Progress&)> on_sweep = {};
};

struct Tuned {
  int rank = 0;
  std::unique_ptr<Method> method;  ///< with the chosen options set
  std::vector<Trial> trials;  ///< in the order they were made; none where rank 1 is all there is
  std::size_t chosen = 0;     ///< of the trials
  std::string why;            ///< in words
  bool stopped = false;       ///< by a callback or the time limit: chosen among what had been tried
};

/// Of all trials whose score is above the best by no more than half a standard error or a thousandth, the one with the
/// smallest rank and then the lowest score; where grouping is a knob, the one with the fewest free values within a tenth of
/// a standard error. Throws Error: options out of range, data too few to hold anything out, or a method that takes no gaps.
Tuned tune(const Method& method, const Data& data, const TuneOptions& options = {});

}  // namespace grmf
