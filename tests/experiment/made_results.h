#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/results.h"

/// Made-up results: one or two pictures per set, and errors by a formula.
namespace grmf::experiment {

struct Asked {
  std::string set;
  double ratio;
  std::string method;
  Setting setting;
  int rank;
};

class MadeResults {
 public:
  MadeResults() {
    results.kind = "all";
    results.version = "1.2.3";
    results.command = "grmf reproduce all";
    results.threads = 2;
  }

  void add_pictures(const std::string& set, int count) {
    for (int k = 0; k < count; ++k) {
      Input input;
      input.name = set + "/" + std::to_string(k) + ".png";
      input.set = set;
      input.rows = 12;
      input.cols = 10;
      input.peak = 255;
      input.digest = "0123456789abcdef";
      results.inputs.push_back(input);
    }
  }

  /// Adds a run of every picture of the set; `change` may set more than the error.
  void add_runs(const Asked& asked, double rmae, const std::function<void(Run&)>& change = {}) {
    for (const Input& input : results.inputs) {
      if (input.set != asked.set) continue;
      Run run;
      run.key = {input.name,   input.digest,  0,         asked.ratio, 1,
                 asked.method, asked.setting, asked.rank};
      run.rank = asked.rank;
      run.score.rmae = rmae;
      run.status = "converged";
      if (change) change(run);
      results.runs.push_back(run);
    }
  }

  Results results;
};

}  // namespace grmf::experiment
