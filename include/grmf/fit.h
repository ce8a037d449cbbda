#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/matrix.h"

namespace grmf {

enum class Status {
  converged,        ///< the stop rule was met
  max_sweeps,       ///< the sweep cap was reached first
  time_limit,       ///< the time limit was reached first
  stopped,          ///< the callback asked to stop
  numerical_issue,  ///< a non-finite number appeared; the factors are the last good ones
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

/// What the callback sees.
struct Progress : Sweep {
  double seconds = 0.0;  ///< since the call of fit
};
enum class Action { proceed, stop };

/// When a run counts as converged.
enum class StopRule {
  /// relative decrease of f over a sweep <= tolerance and certificate <= sqrt(tolerance): near a
  /// critical
  /// point f is quadratic, so the two say the same where f alone would stop on a mere slow stretch
  certified,
  decrease,  ///< relative decrease of f over a sweep <= tolerance
  steps,     ///< the paper's: |U - U before|_F^2 < delta_u and |V - V before|_F^2 < delta_v
};

struct Factors {
  Matrix u;  ///< d x r
  Matrix v;  ///< n x r
};

/// What every method understands.
struct FitOptions {
  int rank = 0;                          ///< r, 1..min(d, n); required
  std::optional<int> max_sweeps = {};    ///< >= 0; empty: the method's own (500; published: 5000)
  std::optional<double> tolerance = {};  ///< >= 0; empty: the method's own (1e-5; published: 1e-7)
  std::optional<StopRule> stop = {};  ///< empty: the method's own (certified; published: decrease)
  double delta_u = 1e-6;              ///< for StopRule::steps, in the unit of U squared
  double delta_v = 1e-6;              ///< for StopRule::steps, in the unit of V squared
  double time_limit =
      std::numeric_limits<double>::infinity();  ///< seconds; looked at after every sweep
  int acceleration =
      5;  ///< past sweeps used to extrapolate, >= 0; 0: plain sweeps. f falls either way
  std::uint64_t seed = 0;  ///< of everything random
  int threads = 0;         ///< 0: all cores. The result does not depend on it, bit for bit
  std::optional<Factors> start = {};  ///< start here instead of the method's own start
  std::function<Action(const Progress&)> on_sweep =
      {};  ///< called after every sweep on the calling thread
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
  double certificate = 0.0;           ///< distance from a critical point; 0 at one, see docs

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
};

}  // namespace grmf
