// Says how well planted groups are found where sparsity and grouping are left to the data.
//
//   grmf_groups [rows N] [cols N] [rank R] [noise S] [own 0|1] [wrong S] [start S] [draws N]
//               [seed S]
//
// Every row of the factors has one to three distinct values out of 0, 2.5, -4 and 6, or with
// `own 1` out of 0 and three normal numbers of deviation 4 of its own. A share `wrong` of the
// entries has errors of deviation 60, and all have normal noise of deviation `noise`.
//
// Every line is a draw: the evidence; the share of rows with two or more values whose zeros and
// ties are all right; the error; the same two of a fit that starts at the truth, or with `start S`
// at the truth plus normal noise of that deviation; all three errors by that of an oracle, which is
// least squares that knows the gross errors, the zeros and the ties; and the times of the fit and
// of one without sparsity and grouping. Without noise the error of the oracle is 0, and no ratios
// are given.

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>

#include "grmf/grmf.h"
#include "planted.h"
#include "support/grouped.h"

namespace grmf::bench {
namespace {

using Settings = std::map<std::string, double>;

/// Zeros and ties of the truth are held by terms that pull at nothing else.
Result oracle(const test::Grouped& problem, int rank) {
  const GmfL2 method{{.scaling = Scaling::absolute,
                      .lambda1 = 1e6,
                      .lambda2 = 1e6,
                      .lambda3 = 0.0,
                      .tau1 = 1e-6,
                      .tau2 = 1e-6,
                      .gauge = Gauge::off}};
  return method.fit(
      Data(problem.without),
      {.rank = rank, .max_sweeps = 2000, .tolerance = 1e-10, .threads = 1, .start = problem.truth});
}

struct Judged {
  double right;
  double error;
  double seconds;
  GroupEvidence evidence;
};

Judged judged(const test::Grouped& problem, const Matrix& product, AutoPerFactor lambda,
              const FitOptions& options) {
  const auto& [result, seconds] =
      timed_fit(Grmf({.lambda1 = lambda, .lambda2 = lambda}), Data(problem.y), options);
  return {test::right_rows(problem.truth, {result.u, result.v}, 2), error_of(result, product),
          seconds, result.evidence.value_or(GroupEvidence{})};
}

void run(Settings settings) {
  std::cout << "found  counted expected possible   right  of truth     error   by oracle  of truth"
               "  of off  seconds  of off\n";
  for (int draw = 0; draw < static_cast<int>(settings["draws"]); ++draw) {
    test::Random random(static_cast<std::uint64_t>(settings["seed"]) + draw);
    const int rank = static_cast<int>(settings["rank"]);
    const test::Grouped problem = test::grouped({.rows = static_cast<Index>(settings["rows"]),
                                                 .cols = static_cast<Index>(settings["cols"]),
                                                 .rank = rank,
                                                 .own_values = settings["own"] > 0,
                                                 .outliers = settings["wrong"],
                                                 .dense_noise = settings["noise"]},
                                                random);
    const Matrix product = multiply_transposed(problem.truth.u, problem.truth.v);
    const FitOptions plain{.rank = rank, .threads = 1};
    FitOptions at_truth = plain;
    at_truth.start = settings["start"] > 0
                         ? test::disturbed(problem.truth, settings["start"], random)
                         : problem.truth;
    const Judged found = judged(problem, product, {}, plain);
    const Judged off = judged(problem, product, 0.0, plain);
    const Judged of_truth = judged(problem, product, {}, at_truth);
    const double least = error_of(oracle(problem, rank), product);
    const double by = settings["noise"] > 0 ? least : 0.0;
    std::cout << (found.evidence.found ? "found" : "none ") << std::fixed << std::setprecision(0)
              << std::setw(9) << found.evidence.counted << std::setw(9) << found.evidence.expected
              << std::setw(9) << found.evidence.possible << std::setprecision(4) << std::setw(8)
              << found.right << std::setw(10) << of_truth.right << std::defaultfloat
              << std::setprecision(3) << std::setw(10) << found.error << std::fixed << std::setw(12)
              << found.error / by << std::setw(10) << of_truth.error / by << std::setw(8)
              << off.error / by << std::setw(9) << found.seconds << std::setw(8) << off.seconds
              << std::endl;
  }
}

}  // namespace
}  // namespace grmf::bench

int main(int count, char** words) {
  grmf::bench::Settings settings = {{"rows", 300},  {"cols", 200}, {"rank", 5},
                                    {"noise", 0.5}, {"own", 0},    {"wrong", 0.1},
                                    {"start", 0},   {"draws", 10}, {"seed", 1}};
  for (int k = 1; k + 1 < count; k += 2) settings[words[k]] = std::atof(words[k + 1]);
  try {
    grmf::bench::run(settings);
  } catch (const std::exception& error) {
    std::cerr << "grmf_groups: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
