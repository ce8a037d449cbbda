#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "experiment/fit_case.h"
#include "experiment/input.h"
#include "experiment/journal.h"
#include "experiment/run.h"

namespace grmf::experiment {

/// A fit that is wanted.
struct Task {
  std::size_t input = 0;  ///< index of the input
  RunKey key;
  Shown shown = {};
};

/// Which fits to make: every combination of these values.
struct Sweep {
  std::vector<std::string> methods;
  std::vector<Setting> settings = {Setting::fair};
  std::vector<double> ratios = {0.0};
  std::vector<int> ranks = {0};  ///< 0 means chosen by the data
  std::uint64_t seed = 1;
  Shown shown = {};
};

/// Collects fits. Adding an input plans its fits, and for every ratio also the input as it is. What
/// is planned already is not planned twice, a method that takes no rank is planned once for all
/// ranks, and one that cannot take the input is not planned.
class Plan {
 public:
  explicit Plan(std::span<const Input> inputs) : inputs_(inputs) {}
  void add(std::size_t input, const Sweep& sweep);
  [[nodiscard]] const std::vector<Task>& tasks() const { return tasks_; }

 private:
  void add(Task task);

  std::span<const Input> inputs_;
  std::vector<Task> tasks_;
  std::map<RunKey, std::size_t> place_;
};

/// Callbacks while the fits are made. They may come from any thread, one call at a time.
struct Watch {
  std::function<void(std::size_t done, std::size_t of)> on_progress;
  std::function<void(const Run& failed)> on_failure;
  std::function<bool()> stop_wanted;  ///< called after every sweep of every fit
};

/// Makes the runs that the journal does not have, as many at a time as there are threads, each on
/// one core. Returns all runs that the tasks ask for, in their order, except those left out because
/// a stop was wanted.
std::vector<Run> carry_out(std::span<const Input> inputs, const std::vector<Task>& tasks,
                           Journal& journal, int threads, const Watch& watch);

}  // namespace grmf::experiment
