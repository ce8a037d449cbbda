// Says how often entries are called outliers, and how often standard errors are right.
//
//   grmf_called [--draws N] [--seed S]
//
// The data are of rank 3, with normal factors and noise; one entry in twenty is off by 8 to 100
// deviations of the noise. Every line tells the share of the good entries and of the wrong ones
// that are called, how many entries of the truth lie in their intervals of 90 %, and the noise
// found by the true one.

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "grmf/grmf.h"
#include "planted.h"

namespace grmf::bench {
namespace {

struct Sums {
  double good = 0.0;
  double called_good = 0.0;
  double wrong = 0.0;
  double called_wrong = 0.0;
  double inside = 0.0;
  double noise = 0.0;
};

void add_draw(const Cell& cell, std::uint64_t seed, Sums& sums) {
  Planted planted = plant(cell, seed);
  std::mt19937_64 random(seed + 500'000);
  std::uniform_real_distribution<double> uniform;
  std::vector<bool> wrong(static_cast<std::size_t>(planted.y.size()));
  for (Index k = 0; k < planted.y.size(); ++k) {
    wrong[k] = uniform(random) < 0.05;
    if (!wrong[k]) continue;
    const double size = planted.noise * (8 + 92 * uniform(random));
    planted.y.data()[k] += uniform(random) < 0.5 ? size : -size;
  }
  const Data data(planted.y);
  const Result result = Grmf({.lambda1 = 0.0, .lambda2 = 0.0}).fit(data, {.rank = cell.rank});
  const OutlierScores scores = result.outlier_scores(data);
  const Matrix estimate = result.reconstruct();
  for (Index i = 0; i < cell.rows; ++i) {
    for (Index j = 0; j < cell.cols; ++j) {
      const bool is_wrong = wrong[i * cell.cols + j];
      const bool called = scores.scores(i, j) > scores.threshold;
      (is_wrong ? sums.wrong : sums.good) += 1;
      (is_wrong ? sums.called_wrong : sums.called_good) += called ? 1 : 0;
      constexpr double of_90_percent = 1.6449;
      const double away = std::abs(estimate(i, j) - planted.truth(i, j));
      sums.inside += away <= of_90_percent * result.standard_error(i, j) ? 1 : 0;
    }
  }
  sums.noise += result.noise / planted.noise;
}

void run(int draws, std::uint64_t seed) {
  std::cout << "  rows  cols noise  good called %  wrong called %  inside %  noise\n" << std::fixed;
  for (const auto& [rows, cols] : {std::pair{80, 12}, std::pair{200, 40}, std::pair{500, 100}}) {
    for (const double noise : {0.01, 0.05, 0.2}) {
      Sums sums;
      for (int draw = 0; draw < draws; ++draw)
        add_draw({rows, cols, 3, noise, 0.0, 0.0, false}, seed + draw, sums);
      std::cout << std::setw(6) << rows << std::setw(6) << cols << std::setprecision(2)
                << std::setw(6) << noise << std::setprecision(3) << std::setw(15)
                << 100 * sums.called_good / sums.good << std::setw(16)
                << 100 * sums.called_wrong / sums.wrong << std::setw(10)
                << 100 * sums.inside / (sums.good + sums.wrong) << std::setw(7)
                << sums.noise / draws << std::endl;
    }
  }
}

}  // namespace
}  // namespace grmf::bench

int main(int count, char** words) {
  int draws = 20;
  std::uint64_t seed = 1;
  for (int k = 1; k + 1 < count; k += 2) {
    if (std::string(words[k]) == "--draws") draws = std::atoi(words[k + 1]);
    if (std::string(words[k]) == "--seed") seed = std::strtoull(words[k + 1], nullptr, 10);
  }
  try {
    grmf::bench::run(draws, seed);
  } catch (const std::exception& error) {
    std::cerr << "grmf_called: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
