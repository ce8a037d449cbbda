// Says what it costs to look for groups in data that have none.
//
//   grmf_no_groups [draws N] [seed S]
//
// The data are those of grmf_oracle. Every line is a cell: the error with all defaults by that of
// lambda1 = lambda2 = 0, a geometric mean over the draws and the worst; the time by that time, the
// median over the draws and the worst; and in how many draws no groups were found. Both fits of a
// draw are made one after the other, on one thread.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "grmf/grmf.h"
#include "planted.h"

namespace grmf::bench {
namespace {

void run(int draws, std::uint64_t seed) {
  std::cout << "  rows  cols  r noise  out  gap factors   error  worst    time  worst   none\n";
  for (const Cell& cell : grid()) {
    double sum_of_logs = 0.0;
    double worst = 0.0;
    std::vector<double> times;
    int none = 0;
    for (int draw = 0; draw < draws; ++draw) {
      const Planted planted = plant(cell, seed + draw);
      const Data data(planted.y);
      const FitOptions options{.rank = cell.rank, .threads = 1};
      const Timed off = timed_fit(Grmf({.lambda1 = 0.0, .lambda2 = 0.0}), data, options);
      const Timed all = timed_fit(Grmf(), data, options);
      const double error =
          error_of(all.result, planted.truth) / error_of(off.result, planted.truth);
      sum_of_logs += std::log(error);
      worst = std::max(worst, error);
      times.push_back(all.seconds / off.seconds);
      none += all.result.evidence && !all.result.evidence->found ? 1 : 0;
    }
    std::sort(times.begin(), times.end());
    std::cout << std::defaultfloat << std::setw(6) << cell.rows << std::setw(6) << cell.cols
              << std::setw(3) << cell.rank << std::setw(6) << cell.noise << std::setw(5)
              << cell.outliers << std::setw(5) << cell.missing << std::setw(8)
              << (cell.uniform ? "uniform" : "normal") << std::fixed << std::setprecision(4)
              << std::setw(8) << std::exp(sum_of_logs / draws) << std::setw(7) << worst
              << std::setprecision(2) << std::setw(8) << times[times.size() / 2] << std::setw(7)
              << times.back() << std::setw(4) << none << "/" << draws << std::endl;
  }
}

}  // namespace
}  // namespace grmf::bench

int main(int count, char** words) {
  std::map<std::string, int> settings = {{"draws", 10}, {"seed", 1}};
  for (int k = 1; k + 1 < count; k += 2) settings[words[k]] = std::atoi(words[k + 1]);
  try {
    grmf::bench::run(settings["draws"], static_cast<std::uint64_t>(settings["seed"]));
  } catch (const std::exception& error) {
    std::cerr << "grmf_no_groups: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
