#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "data/hold_out.h"
#include "grmf/tune.h"

namespace grmf::internal {

/// A start for each fold; empty means the method's own start.
using Starts = std::vector<Factors>;

/// Sets one of the settings, or adds it where it is not there yet.
void set_setting(Settings& settings, const std::string& name, const OptionValue& value);

/// The candidates tried so far. Every candidate is fitted to all but the entries held out, several
/// times where the data are few, and judged by its errors at those entries.
class Trials {
 public:
  /// Whether a trial decides about sparsity and grouping. Ranks, losses and ridges are compared
  /// without these, which cost time and change little.
  enum class Structure { left_out, own };

  /// Method and options must outlive this object. Throws Error where the data are too few.
  Trials(const Method& method, const Data& data, const TuneOptions& options);

  /// Makes a trial. Returns false once there is no time for more. A trial that was cut short counts
  /// only if it is the first.
  bool attempt(int rank, const Settings& settings, Structure structure, Starts starts = {});
  [[nodiscard]] const Trial& best() const { return trials_[best_]; }
  [[nodiscard]] const Trial& last() const { return trials_.back(); }
  /// The factors that the last trial found, for each fold.
  [[nodiscard]] const Starts& found() const { return found_; }
  /// The starts, grown by as many columns as they lack of `rank`: along the path of ranks, each fit
  /// is the start of the next.
  [[nodiscard]] Starts grown(Starts starts, int rank);
  /// The size of the data, or of the sample where they are large.
  [[nodiscard]] Index rows() const { return folds_.front().rest.rows(); }
  [[nodiscard]] Index cols() const { return folds_.front().rest.cols(); }

  /// The simplest of the trials that are as good as the best but for chance.
  [[nodiscard]] const Trial& chosen() { return trials_[choice()]; }
  /// Ends the search with the chosen trial.
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
  std::vector<double> weights_;  ///< weights of all entries held out
  std::vector<Trial> trials_;
  std::vector<std::vector<double>> errors_;  ///< errors of every trial at every entry held out
  std::vector<bool> structured_;
  std::size_t best_ = 0;
  Starts found_;
  bool stopped_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace grmf::internal
