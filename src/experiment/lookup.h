#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "experiment/results.h"
#include "experiment/statistics.h"

namespace grmf::experiment {

using Runs = std::vector<const Run*>;

/// The values of a measure over runs; runs without a result are left out.
std::vector<double> values_of(const Runs& runs, std::string_view measure);
Summary summary_of(const Runs& runs, std::string_view measure);

/// Finds runs by what they are instead of where they stand. It refers to results that must outlive
/// it.
class Lookup {
 public:
  explicit Lookup(const Results& results);

  [[nodiscard]] const Results& results() const { return results_; }
  /// The sets with at least one picture that could be read: first the sets of the paper, in its
  /// order.
  [[nodiscard]] const std::vector<std::string>& sets() const { return sets_; }
  /// How many pictures of a set could be read.
  [[nodiscard]] std::size_t pictures(const std::string& set) const;
  /// The pictures of a set that sweeps over ratios and ranks look at.
  [[nodiscard]] std::vector<std::string> sample(const std::string& set) const;
  /// The runs of one method on all pictures of a set. `rank` is ignored for methods that find their
  /// own.
  [[nodiscard]] Runs runs(const std::string& set, double ratio, std::string_view method,
                          Setting setting, int rank) const;
  /// The runs of one method on the sample of a set.
  [[nodiscard]] Runs sampled(const std::string& set, double ratio, std::string_view method,
                             Setting setting, int rank) const;
  /// The run of one method on one picture; nullptr where there is none with a result.
  [[nodiscard]] const Run* run(const std::string& input, double ratio, std::string_view method,
                               Setting setting, int rank) const;
  /// The settings that were asked for.
  [[nodiscard]] const std::vector<Setting>& settings() const { return results_.settings; }

 private:
  using Place = std::tuple<std::string, double, std::string, Setting, int>;

  const Results& results_;
  std::vector<std::string> sets_;
  std::map<std::string, std::vector<std::string>> inputs_of_set_;
  std::map<Place, Runs> of_set_;
  std::map<Place, const Run*> of_input_;
};

}  // namespace grmf::experiment
