#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/matrix.h"
#include "grmf/outliers.h"

namespace grmf {

enum class Status {
  converged,        ///< the stop rule was met
  max_sweeps,       ///< the sweep cap was reached first
  time_limit,       ///< the time limit was reached first
  stopped,          ///< the callback asked to stop
  stalled,          ///< f no longer falls in floating point, yet the stop rule is not met
  numerical_issue,  ///< f was no longer finite, or rose; the factors are the last good ones
};
std::string_view to_string(Status status);

/// One sweep (V, then U) of the run: what the history keeps. It holds no times, so that the same
/// fit gives the same history.
struct Sweep {
  int sweep = 0;               ///< from 1; 0 is the start
  double objective = 0.0;      ///< f after the sweep
  double relative_change = 0;  ///< (f before - f after) / f before
  double step_u = 0.0;         ///< |U - U before|_F
  double step_v = 0.0;         ///< |V - V before|_F

  friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// What the callback sees. Sweep 0, also many times over: still on the way to the start, where f may be another.
struct Progress : Sweep {
  double seconds = 0.0;  ///< since the call of fit
};
enum class Action { proceed, stop };

/// When a run counts as converged.
enum class StopRule {
  /// relative decrease of f over a sweep <= tolerance and certificate <= sqrt(tolerance): near a
  /// critical point f is quadratic, so the two say the same, where f alone would stop on a mere slow
  /// stretch
  certified,
  decrease,  ///< relative decrease of f over a sweep <= tolerance
  steps,     ///< the paper's: |U - U before|_F^2 < delta_u and |V - V before|_F^2 < delta_v
};

/// What a method takes where FitOptions leaves it open.
struct StopDefaults {
  int max_sweeps = 500;
  double tolerance = 1e-5;
  StopRule rule = StopRule::certified;
};

struct Factors {
  Matrix u;  ///< d x r
  Matrix v;  ///< n x r
};

/// What every method understands.
struct FitOptions {
  /// r, from 1 to min(d, n); required, unless the method finds its own (Method::takes_rank).
  int rank = 0;
  /// Sweep cap, >= 0, not counting those on the way to the start. Empty: the method's own
  /// (Method::stop_defaults).
  std::optional<int> max_sweeps = {};
  /// >= 0. Empty: the method's own.
  std::optional<double> tolerance = {};
  /// Empty: the method's own. Methods with a measure of their own say that they leave it out.
  std::optional<StopRule> stop = {};
  /// For StopRule::steps, in the unit of U and of V squared, >= 0.
  double delta_u = 1e-6;
  double delta_v = 1e-6;
  /// Seconds, >= 0; looked at after every sweep.
  double time_limit = std::numeric_limits<double>::infinity();
  /// Past sweeps used to extrapolate, 0 (plain sweeps) to 100. f never rises either way.
  int acceleration = 5;
  /// Of everything random.
  std::uint64_t seed = 0;
  /// 0 (one per core) to 1024. The result does not depend on it, bit for bit.
  int threads = 0;
  /// Where to start instead of the method's own start; negative entries become 0 where the method
  /// keeps its factors non-negative.
  std::optional<Factors> start = {};
  /// Called after every sweep, on the calling thread; in a batch from others too (batch.h).
  std::function<Action(const Progress&)> on_sweep = {};
};

/// Mean and deviation of the number of groups over all rows of U and V.
struct GroupCount {
  double mean = 0.0;
  double deviation = 0.0;
};

/// y ~ u v^T (+ outliers).
struct Result {
  Matrix u;                        ///< d x r
  Matrix v;                        ///< n x r
  std::optional<Matrix> outliers;  ///< d x n, for methods that model them
  Status status = Status::converged;
  std::string message;  ///< the status in words
  std::string method;
  std::string backend;                ///< what did the work: "cpu"
  std::vector<std::string> warnings;  ///< what the user should know about options or data
  std::vector<Sweep> history;         ///< first the start (sweep 0), then every sweep
  double objective = 0.0;             ///< f(u, v)
  /// Distance from a critical point; 0 at one. What a method measures instead, if anything, its page
  /// says; NaN where it measures nothing.
  double certificate = 0.0;

  [[nodiscard]] int sweeps() const;  ///< how many were made
  [[nodiscard]] Matrix reconstruct() const { return multiply_transposed(u, v); }

  /// Distinct values in a row, exactly.
  [[nodiscard]] GroupCount groups() const;
  /// The paper's count: values closer than a tolerance (5, for pictures of 0..255) are one group.
  [[nodiscard]] GroupCount groups_paper(double tolerance = 5.0) const;
  /// Share of exact zeros in U and V.
  [[nodiscard]] double sparsity() const;
  /// Share of entries that are zero or repeat another value of their row: values saved.
  [[nodiscard]] double tied() const;
  /// |y - u . v| for every entry of the data the fit was made of, and the worst of them.
  [[nodiscard]] OutlierScores outlier_scores(const Data& data, Index worst = 20) const;
};

}  // namespace grmf
