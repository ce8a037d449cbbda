#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/workers.h"
#include "grmf/tune.h"
#include "tune/hold_out.h"

namespace grmf::internal {

using Settings = std::vector<std::pair<std::string, OptionValue>>;
/// One for each hold-out; none: the method's own.
using Starts = std::vector<Factors>;

/// With all its options.
std::unique_ptr<Method> copy_of(const Method& method);
bool has(const Method& method, std::string_view option);
/// Whether the method has the option and it has this value.
bool is(const Method& method, std::string_view option, const char* value);
/// Sets one of the settings, or adds it.
void put(Settings& settings, const char* name, double value);

/// The candidates so far: every one is fitted to all but the entries held out, several times over where the data are few,
/// and judged by what it makes of those.
class Trials {
 public:
  /// Whether a trial decides about sparsity and grouping. Ranks, losses and ridges are compared without, which cost time
  /// and change little.
  enum class Structure { left_out, own };

  /// Method and options must outlive it. Throws Error where the data are too few.
  Trials(const Method& method, const Data& data, const TuneOptions& options);

  /// False once there is no time for more. A trial that was cut short counts only if it is the first.
  bool attempt(int rank, const Settings& settings, Structure structure, Starts starts = {});
  [[nodiscard]] const Trial& best() const { return trials_[best_]; }
  [[nodiscard]] const Trial& last() const { return trials_.back(); }
  /// What the last trial has found.
  [[nodiscard]] const Starts& found() const { return found_; }
  /// These with a new column for each that is missing: a fit along the path of ranks is then the start of the next.
  [[nodiscard]] Starts grown(Starts starts, int rank);
  /// Of what is looked at.
  [[nodiscard]] Index rows() const { return folds_.front().rest.rows(); }
  [[nodiscard]] Index cols() const { return folds_.front().rest.cols(); }

  /// The simplest of those that are as good as the best but for chance.
  [[nodiscard]] const Trial& chosen() { return trials_[choice()]; }
  /// With the chosen one.
  Tuned end();

 private:
  struct Fold {
    Data rest;
    HeldOut held_out;
  };

  [[nodiscard]] double seconds() const;
  [[nodiscard]] bool counts(std::size_t trial) const;
  std::size_t choice();
  void compare_with_best();
  [[nodiscard]] std::string reason(std::size_t chosen) const;

  const Method& method_;
  const TuneOptions& options_;
  std::vector<Fold> folds_;
  std::vector<double> weights_;  ///< of all that is held out
  std::vector<Trial> trials_;
  std::vector<std::vector<double>> errors_;  ///< of every trial, entry by entry
  std::vector<bool> structured_;
  std::size_t best_ = 0;
  Starts found_;
  Workers workers_;
  bool stopped_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace grmf::internal
