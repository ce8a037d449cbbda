// Says how well planted groups are found where sparsity and grouping are left to the data.
//
//   grmf_groups [rows N] [cols N] [rank R] [noise S] [own 0|1] [draws N] [seed S]
//
// Every row of the factors has one to three distinct values out of 0, 2.5, -4 and 6, or with
// `own 1` out of 0 and three normal numbers of deviation 4 of its own. One entry in ten has an
// error of deviation 60, and all have normal noise of deviation `noise`. Every line is a draw: the
// evidence, the share of rows with two or more values whose zeros and ties are all right, the error
// by that without sparsity and grouping, and the times of both.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "grmf/grmf.h"
#include "planted.h"

namespace grmf::bench {
namespace {

using Random = std::mt19937_64;
using Settings = std::map<std::string, double>;

Matrix grouped_factor(Index rows, int rank, bool own, Random& random) {
  Matrix x(rows, rank);
  for (Index i = 0; i < rows; ++i) {
    const int distinct = std::uniform_int_distribution<int>(1, 3)(random);
    std::vector<double> values = {0.0, 2.5, -4.0, 6.0};
    std::normal_distribution<double> normal(0.0, 4.0);
    for (std::size_t k = 1; own && k < values.size(); ++k) values[k] = normal(random);
    std::shuffle(values.begin(), values.end(), random);
    std::uniform_int_distribution<int> which(0, distinct - 1);
    do {
      for (double& entry : x.row(i)) entry = values[which(random)];
    } while (std::ssize(std::set<double>(x.row(i).begin(), x.row(i).end())) <
             std::min(distinct, rank));
  }
  return x;
}

bool same_structure(std::span<const double> truth, std::span<const double> found,
                    const std::vector<Index>& order) {
  for (std::size_t l = 0; l < truth.size(); ++l) {
    if ((truth[l] == 0) != (found[order[l]] == 0)) return false;
    for (std::size_t k = 0; k < l; ++k) {
      if ((truth[l] == truth[k]) != (found[order[l]] == found[order[k]])) return false;
    }
  }
  return true;
}

/// The share of rows with two or more values whose zeros and ties are right, under the best order
/// of the columns. An order that most rows agree with is the best.
double right_rows(const Factors& truth, const Result& found) {
  std::vector<Index> order(truth.u.cols());
  std::iota(order.begin(), order.end(), Index{0});
  double best = 0.0;
  do {
    double right = 0.0;
    double all = 0.0;
    for (const auto& [t, f] : {std::pair{&truth.u, &found.u}, {&truth.v, &found.v}}) {
      for (Index i = 0; i < t->rows(); ++i) {
        if (std::set<double>(t->row(i).begin(), t->row(i).end()).size() < 2) continue;
        all += 1;
        right += same_structure(t->row(i), f->row(i), order) ? 1 : 0;
      }
    }
    best = std::max(best, right / all);
  } while (best < 0.6 && std::next_permutation(order.begin(), order.end()));
  return best;
}

void run(Settings settings) {
  std::cout << "found  counted expected possible   right    error  by off seconds  of off\n";
  for (int draw = 0; draw < static_cast<int>(settings["draws"]); ++draw) {
    Random random(static_cast<std::uint64_t>(settings["seed"]) + draw);
    const int rank = static_cast<int>(settings["rank"]);
    const bool own = settings["own"] > 0;
    Factors truth;
    truth.u = grouped_factor(static_cast<Index>(settings["rows"]), rank, own, random);
    truth.v = grouped_factor(static_cast<Index>(settings["cols"]), rank, own, random);
    const Matrix product = multiply_transposed(truth.u, truth.v);
    Matrix y = product;
    std::normal_distribution<double> normal;
    std::bernoulli_distribution is_wrong(0.1);
    for (double& entry : y.values()) {
      entry += settings["noise"] * normal(random);
      if (is_wrong(random)) entry += 60 * normal(random);
    }
    const auto timed = [&](AutoPerFactor lambda, double& seconds) {
      const auto begin = std::chrono::steady_clock::now();
      Result result =
          Grmf({.lambda1 = lambda, .lambda2 = lambda}).fit(Data(y), {.rank = rank, .threads = 1});
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      return result;
    };
    double seconds_off = 0.0;
    double seconds = 0.0;
    const Result off = timed(0.0, seconds_off);
    const Result found = timed({}, seconds);
    const GroupEvidence evidence = found.evidence.value_or(GroupEvidence{});
    const double error = error_of(found, product);
    std::cout << (evidence.found ? "found" : "none ") << std::fixed << std::setprecision(0)
              << std::setw(9) << evidence.counted << std::setw(9) << evidence.expected
              << std::setw(9) << evidence.possible << std::setprecision(4) << std::setw(8)
              << right_rows(truth, found) << std::defaultfloat << std::setprecision(3)
              << std::setw(10) << error << std::fixed << std::setw(8)
              << error / error_of(off, product) << std::setw(8) << seconds << std::setw(8)
              << seconds_off << std::endl;
  }
}

}  // namespace
}  // namespace grmf::bench

int main(int count, char** words) {
  grmf::bench::Settings settings = {{"rows", 300}, {"cols", 200}, {"rank", 5}, {"noise", 0.5},
                                    {"own", 0},    {"draws", 10}, {"seed", 1}};
  for (int k = 1; k + 1 < count; k += 2) settings[words[k]] = std::atof(words[k + 1]);
  try {
    grmf::bench::run(settings);
  } catch (const std::exception& error) {
    std::cerr << "grmf_groups: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
