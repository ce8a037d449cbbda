#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/fit.h"
#include "grmf/method.h"

/// Chooses the rank, and with it other options, by the data: a share of the entries is held out,
/// every candidate is fitted to the remaining entries, and judged by how well it predicts those
/// held out (docs/recovery.md).
namespace grmf {

/// What is chosen beside the rank, where the method has it (Method::tunable).
struct Knobs {
  bool loss = false;      ///< l1 or atan, where the loss is auto
  bool ridge = false;     ///< lambda3
  bool grouping = false;  ///< lambda1 and lambda2, with tau1 and tau2
};

/// One candidate and how it did.
struct Trial {
  int rank = 0;
  Settings settings;  ///< changes to the method's options
  /// Mean of min(|y - u . v|, s) / s over the entries held out, weighted, s = Data::scale().
  double score = 0.0;
  double above_best = 0.0;      ///< the score minus the best score of all trials
  double standard_error = 0.0;  ///< standard error of above_best over the entries
  double free_values = 0.0;     ///< entries of U and V that are neither 0 nor repeated in their row
};

struct TuneOptions {
  /// The only rank to try; 0 means all ranks that seem worth it.
  int rank = 0;
  Knobs knobs = {};
  /// Share of the observed entries that is held out, in (0, 0.5]. Of small data this share is held
  /// out several times, different entries each time.
  double held_out = 0.1;
  std::uint64_t seed = 0;
  int threads = 0;
  /// What does the work, as in FitOptions.
  std::string backend = "auto";
  /// Seconds, >= 0; the clock is looked at after every sweep of a trial.
  double time_limit = std::numeric_limits<double>::infinity();
  /// Called after every trial, on the calling thread.
  std::function<Action(const Trial&)> on_trial = {};
  /// Called after every sweep of every trial.
  std::function<Action(const Progress&)> on_sweep = {};
};

struct Tuned {
  int rank = 0;
  std::unique_ptr<Method> method;  ///< the method with the chosen options set
  std::vector<Trial> trials;  ///< in the order they were made; empty if only rank 1 is possible
  std::size_t chosen = 0;     ///< index of the chosen trial
  std::string why;            ///< the reason for the choice, in words
  /// Whether a callback or the time limit ended the search early, so that the choice is among the
  /// candidates tried until then.
  bool stopped = false;
};

/// Tries candidates and chooses one. Among all trials whose score is above the best by no more than
/// half a standard error, a thousandth of the best or 1e-5, it chooses the smallest rank and then
/// the lowest score; where grouping is a knob, it chooses the fewest free values among the trials
/// within a tenth of a standard error. Throws Error for options out of range, data too few to hold
/// anything out, and a method that takes no missing entries.
GRMF_EXPORT Tuned tune(const Method& method, const Data& data, const TuneOptions& options = {});

}  // namespace grmf
