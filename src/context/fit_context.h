#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/workers.h"
#include "context/state_archive.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// What a fit hands down to everything it does: its threads, its seed, its clock and its callback,
/// whether it is to end early, and the state it resumes from.
///
/// A fit is made of runs of sweeps or steps: those on the way to the start, then those of the
/// method itself, its stages, and between two stages there may be trials. The work between runs
/// depends on nothing but the data, the options and the factors that the runs before ended with. So
/// a fit that resumes goes the same way again, but takes the end of every run that was finished
/// instead of running it. Once the start is done, only the factors that it led to matter: a fit
/// that resumes behind its start does not make it.
class FitContext {
 public:
  /// The clock of the fit starts here. Throws Error where a state to resume from is damaged or the
  /// threads cannot be started.
  explicit FitContext(const FitOptions& options);

  [[nodiscard]] Workers& workers() { return workers_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const std::string& backend() const { return backend_; }
  [[nodiscard]] double seconds() const;

  /// Whether the callback has asked to stop or the time limit was found to have passed. No sweep is
  /// begun then.
  [[nodiscard]] bool ended() const { return status_ != Status::converged; }
  /// ended(), after a look at the clock. A fit that resumes first gets to where it was.
  bool must_end();
  /// Status::stopped or Status::time_limit where the fit has ended early.
  [[nodiscard]] Status status() const { return status_; }

  /// Says that Y^T is fitted in place of Y, so that the callback is shown V for U and U for V.
  void show_transposed() { transposed_ = true; }
  /// Tells the callback of a sweep or step. `factors` gives the factors after it; `visit_run`
  /// lists the state of the run.
  void report(const Sweep& sweep, const std::function<Factors()>& factors,
              const std::function<void(StateArchive&)>& visit_run);

  /// How a run ended.
  struct RunEnd {
    Status status = Status::converged;
    double objective = 0.0;
    Factors factors = {};
    std::vector<Sweep> history = {};  ///< of a stage; a run of the start or a trial keeps none

    void visit_state(StateArchive& archive);
  };
  /// Begins a run. Where the fit resumes behind it, this is how it ended.
  const RunEnd* begin_run();
  /// Reads the state of the run that was just begun, if the fit resumes inside it, and returns
  /// whether it does.
  bool resume(const std::function<void(StateArchive&)>& visit_run);
  void end_run(RunEnd end);

  /// Begins a stage of the method itself: its sweeps are counted, and the start or the trials
  /// before it are over.
  void begin_stage();
  /// Ends a stage: the runs that follow are trials, until another stage begins.
  void begin_trials() { in_stage_ = false; }
  /// The number of the present stage, or of the last; 0 before the first.
  [[nodiscard]] int stage() const { return stage_; }
  /// The number of sweeps that the stages before have made.
  [[nodiscard]] int sweeps_before() const { return sweeps_before_; }
  /// Whether the fit resumes behind its start, which then need not be made.
  [[nodiscard]] bool resumes_behind_start() const { return resumed_ && resumed_stage_ > 0; }

  /// A number that the start leads to: compute(), or what it was where the fit resumes behind that.
  double once(const std::string& name, const std::function<double()>& compute);

  /// What tells a fit from others.
  struct Identity {
    std::vector<std::string> settings = {};  ///< all that the result depends on, in words
    int max_sweeps = 0;
    std::function<std::uint64_t()> fingerprint = {};  ///< tells the data from others
  };
  /// Says which fit this is. Throws Error where the state to resume from is of another.
  void identify(Identity identity);

 private:
  /// Lists the state of the fit around the run that is going on.
  void visit_state(StateArchive& archive);

  Workers workers_;
  std::uint64_t seed_;
  std::string backend_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double time_limit_;
  std::function<Action(const Progress&)> on_sweep_;
  bool transposed_ = false;
  Status status_ = Status::converged;

  Identity identity_;
  std::optional<std::uint64_t> fingerprint_;  ///< of the data, once it was asked for
  int stage_ = 0;                             ///< the number of stages that were begun
  bool in_stage_ = false;                     ///< whether the run going on is a stage
  int sweeps_before_ = 0;                     ///< sweeps of the stages that have ended
  std::size_t runs_ = 0;                      ///< runs begun, since the start once that is over
  std::vector<RunEnd> ends_;                  ///< how those of them that have ended did so
  std::map<std::string, double> known_;       ///< what once() was asked for
  std::optional<StateArchive> resumed_;  ///< the state, until the run it belongs to has read it
  int resumed_stage_ = 0;                ///< the stage it belongs to; 0 is the start
};

}  // namespace grmf::internal
