#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grmf/export.h"
#include "grmf/matrix.h"
#include "grmf/outliers.h"
#include "grmf/run_state.h"
#include "grmf/standard_errors.h"

namespace grmf {

enum class Status {
  converged,        ///< the stop rule was met
  max_sweeps,       ///< the sweep cap was reached first
  time_limit,       ///< the time limit was reached first
  stopped,          ///< the callback asked to stop
  stalled,          ///< f no longer falls in floating point, yet the stop rule is not met
  numerical_issue,  ///< f was no longer finite, or rose; the factors are the last good ones
};
GRMF_EXPORT std::string_view to_string(Status status);

/// One sweep of a run, which updates V and then U, as the history keeps it. It holds no times, so
/// that the same fit gives the same history.
struct Sweep {
  int sweep = 0;               ///< counted from 1 through all stages; 0 is the start
  double objective = 0.0;      ///< f after the sweep
  double relative_change = 0;  ///< (f before - f after) / f before
  double step_u = 0.0;         ///< |U - U before|_F
  double step_v = 0.0;         ///< |V - V before|_F
  int stage = 1;               ///< 1 is the fit itself, 2 its refinement; each has an f of its own

  friend bool operator==(const Sweep&, const Sweep&) = default;
};

struct Factors {
  Matrix u;  ///< d x r
  Matrix v;  ///< n x r
};

/// What the callback sees. Sweep number 0, which may come many times, means that the fit is still
/// on the way to its start; f may be another objective there, and the factors may have fewer
/// columns. Likewise the number of the last sweep comes again, many times, while trials decide
/// whether the fit is to be refined.
struct Progress : Sweep {
  /// Whether this sweep is one on the way to the start, whose stage is 0, or of a trial. Such
  /// sweeps are not in the history.
  bool aside = false;
  double seconds = 0.0;  ///< seconds since fit was called
  /// Gives the factors after the sweep. It may be called until the callback returns.
  std::function<Factors()> factors = {};
  /// Gives the state from which another fit can go on (FitOptions::resume). It may be called until
  /// the callback returns.
  std::function<RunState()> state = {};
};
enum class Action { proceed, stop };

/// When a run counts as converged.
enum class StopRule {
  /// The relative decrease of f over a sweep is at most the tolerance, and the certificate at most
  /// the root of the tolerance. Near a critical point f is quadratic, so the two conditions say the
  /// same, while f alone would also stop on a stretch of slow progress.
  certified,
  decrease,  ///< the relative decrease of f over a sweep is <= tolerance
  steps,     ///< the paper's rule: |U - U before|_F^2 < delta_u and |V - V before|_F^2 < delta_v
};

/// When a method ends a fit if FitOptions does not say.
struct StopDefaults {
  int max_sweeps = 500;
  double tolerance = 1e-5;
  StopRule rule = StopRule::certified;
};

/// The options that every method understands.
struct FitOptions {
  /// The rank r, from 1 to min(d, n). It is required, unless the method finds its own
  /// (Method::takes_rank).
  int rank = 0;
  /// The most sweeps of a stage, >= 0, not counting sweeps on the way to the start. Empty means the
  /// method's own cap (Method::stop_defaults).
  std::optional<int> max_sweeps = {};
  /// The tolerance of the stop rule, >= 0. Empty means the method's own tolerance.
  std::optional<double> tolerance = {};
  /// The stop rule. Empty means the method's own. A method that measures convergence in its own way
  /// ignores this option, and its documentation says so.
  std::optional<StopRule> stop = {};
  /// Bounds for StopRule::steps, in the squared units of U and of V, >= 0.
  double delta_u = 1e-6;
  double delta_v = 1e-6;
  /// Seconds, >= 0; the clock is looked at after every sweep, and on the way to the start.
  double time_limit = std::numeric_limits<double>::infinity();
  /// How many past sweeps are used to extrapolate, from 0 (plain sweeps) to 100. f never rises
  /// either way.
  int acceleration = 5;
  /// The seed of everything random.
  std::uint64_t seed = 0;
  /// The number of threads, from 0 (one per core) to 1024. The result does not depend on it, bit
  /// for bit. More threads than cores do no harm and gain nothing.
  int threads = 0;
  /// What does the work on the entries of Y, such as "cpu", or "auto" for the best there is. An
  /// unknown name throws an Error that lists those there are.
  std::string backend = "auto";
  /// Factors to start from instead of the method's own start. Negative entries become 0 where the
  /// method keeps its factors non-negative.
  std::optional<Factors> start = {};
  /// Whether the result has standard errors, where the method gives them: grmf, ngrmf and gmf-l2.
  /// They cost about as much as a sweep, and r (r + 1) / 2 numbers for every row and column.
  bool standard_errors = true;
  /// A state to go on from, of a fit of the same data by the same method with the same options.
  std::optional<RunState> resume = {};
  /// Called after every sweep, on the calling thread; in a batch it is called from other threads
  /// too (batch.h).
  std::function<Action(const Progress&)> on_sweep = {};
};

/// The f of the last stage of a fit in absolute numbers: with the factors and the data, it gives f
/// and the certificate again (evaluate.h).
struct Formula {
  std::string loss = {};  ///< l1, l2, atan, biweight, huber or correntropy; empty: not of this form
  /// The numbers of the loss, then those of the penalties of U and V by the names of their options:
  /// lambda1_u, tau1_u, ... Penalties that are 0 are left out; `nonnegative` is 1 for U, V >= 0.
  std::vector<std::pair<std::string, double>> numbers = {};

  friend bool operator==(const Formula&, const Formula&) = default;
};

/// Whether the data speak for zeros and ties, where sparsity and grouping are left to them
/// (docs/grouping.md).
struct GroupEvidence {
  bool found = false;     ///< whether there are far more zeros and ties than chance explains
  double counted = 0.0;   ///< zeros and ties in the best basis, up to the errors of the values
  double expected = 0.0;  ///< how many of them chance explains
  double possible = 0.0;  ///< how many there could be
  bool refuted = false;   ///< whether they were held equal for a trial, and did not fit the data

  [[nodiscard]] const char* word() const { return found ? "found" : "none"; }
  friend bool operator==(const GroupEvidence&, const GroupEvidence&) = default;
};

/// Mean and standard deviation of the number of groups per row, over all rows of U and V.
struct GroupCount {
  double mean = 0.0;
  double deviation = 0.0;
};

/// The result of a fit: y ~ u v^T (+ outliers).
struct GRMF_EXPORT Result {
  Matrix u;                        ///< d x r
  Matrix v;                        ///< n x r
  std::optional<Matrix> outliers;  ///< d x n, for methods that find them
  Status status = Status::converged;
  std::string message;  ///< the status in words
  std::string method;
  std::string backend;                ///< what did the work: "cpu"
  std::vector<std::string> warnings;  ///< what the user should know about options or data
  std::vector<Sweep> history;         ///< the start (sweep 0), then every sweep
  double objective = 0.0;             ///< f(u, v)
  /// Distance from a critical point; 0 at one. The page of a method says what it measures instead,
  /// if anything; it is NaN where the method measures nothing.
  double certificate = 0.0;
  Formula formula;  ///< f in absolute numbers
  /// The deviation of the noise of the entries that are not grossly wrong; 0 where all fit exactly.
  double noise = 0.0;
  std::optional<StandardErrors> standard_errors;  ///< if FitOptions::standard_errors is set
  /// Whether the fit was refined or not, and why; empty where that was no question.
  std::string refinement;
  /// Whether groups were found; empty where sparsity and grouping were not left to the data, and
  /// where the fit ended before it came to them.
  std::optional<GroupEvidence> evidence;

  [[nodiscard]] int sweeps() const;  ///< the number of sweeps made
  /// The standard error of entry (i, j) of the product u v^T, by the noise, as if the noise were
  /// normal; infinite where the data do not determine the entry. Throws Error where there are none.
  [[nodiscard]] double standard_error(Index i, Index j) const;
  [[nodiscard]] Matrix reconstruct() const { return multiply_transposed(u, v); }

  /// The number of exactly distinct values in a row.
  [[nodiscard]] GroupCount groups() const;
  /// The paper's count of groups: values closer than a tolerance (5, for pictures of 0..255) are
  /// one group.
  [[nodiscard]] GroupCount groups_paper(double tolerance = 5.0) const;
  /// Share of exact zeros in U and V.
  [[nodiscard]] double sparsity() const;
  /// Share of entries that are zero or repeat another value of their row: the share of values
  /// saved.
  [[nodiscard]] double tied() const;
  /// |y - u . v| for every entry of the data that was fitted, and a list of the worst entries.
  /// Where the options give no noise, it is that of this fit.
  [[nodiscard]] OutlierScores outlier_scores(const Data& data, OutlierOptions options = {}) const;
};

}  // namespace grmf
