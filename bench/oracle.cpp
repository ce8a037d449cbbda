// Compares fits of planted data with an oracle that knows which entries are wrong: least squares on
// all others, started at the truth.
//
//   grmf_oracle [--draws N] [--seed S] [--cells all|small|N] [--option NAME=VALUE]...
//
// The data are U V^T with standard normal factors, or uniform ones in [0, 1], with normal noise,
// and a share of the entries replaced by uniform numbers within ten deviations of the mean; all
// sizes are in units of the deviation of U V^T. Every line is a cell of the grid: errors by the
// oracle's (a geometric mean over the draws, and the worst), the noise found by the true noise, the
// time by that of the l1 fit, and how many of the fits were refined.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "grmf/grmf.h"
#include "planted.h"

namespace grmf::bench {
namespace {

struct Settings {
  int draws = 10;
  std::uint64_t seed = 1;
  std::string cells = "all";
  std::vector<std::pair<std::string, std::string>> options;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
  return values[values.size() / 2];
}

void set_from_text(Method& method, const std::string& name, const std::string& text) {
  for (const OptionSpec& spec : method.options()) {
    if (spec.name != name) continue;
    if (spec.kind == OptionKind::real) method.set(name, std::stod(text));
    if (spec.kind == OptionKind::integer) method.set(name, std::int64_t{std::stoi(text)});
    if (spec.kind == OptionKind::choice) method.set(name, text);
  }
}

void run(const Settings& settings) {
  Grmf method({.lambda1 = 0.0, .lambda2 = 0.0});
  for (const auto& [name, text] : settings.options) set_from_text(method, name, text);
  const Grmf l1({.loss = Loss::l1, .lambda1 = 0.0, .lambda2 = 0.0});
  const GmfL2 square({.lambda1 = 0.0, .lambda2 = 0.0, .lambda3 = 0.0});
  std::vector<double> logs;
  std::vector<double> times;
  const std::vector<Cell> cells = grid();
  std::cout << "  rows  cols  r noise  out  gap factors   oracle      l1  error worst  noise "
               " time refined\n";
  for (std::size_t number = 0; number < cells.size(); ++number) {
    const Cell& cell = cells[number];
    if (settings.cells == "small" && cell.rows > 500) continue;
    if (settings.cells != "all" && settings.cells != "small" &&
        settings.cells != std::to_string(number))
      continue;
    double log_error = 0.0;
    double log_l1 = 0.0;
    double log_oracle = 0.0;
    double worst = 0.0;
    double noise = 0.0;
    int refined = 0;
    std::vector<double> own_times;
    const int draws = cell.rows > 500 ? std::min(settings.draws, 3) : settings.draws;
    for (int draw = 0; draw < draws; ++draw) {
      const Planted planted = plant(cell, settings.seed + 1000 * number + draw);
      const Data data(planted.y);
      const FitOptions options{.rank = cell.rank, .threads = 1};
      const Result best = square.fit(Data(planted.without), {.rank = cell.rank,
                                                             .max_sweeps = 5000,
                                                             .tolerance = 1e-10,
                                                             .stop = StopRule::decrease,
                                                             .start = planted.factors});
      const Timed plain = timed_fit(l1, data, options);
      const Timed fit = timed_fit(method, data, options);
      const double oracle = error_of(best, planted.truth);
      const double ratio = error_of(fit.result, planted.truth) / oracle;
      log_oracle += std::log(oracle) / draws;
      log_l1 += std::log(error_of(plain.result, planted.truth) / oracle) / draws;
      log_error += std::log(ratio) / draws;
      worst = std::max(worst, ratio);
      noise += fit.result.noise / planted.noise / draws;
      own_times.push_back(fit.seconds / plain.seconds);
      refined += fit.result.history.back().stage > 1 ? 1 : 0;
    }
    logs.push_back(log_error);
    times.push_back(median(own_times));
    std::cout << std::setw(6) << cell.rows << std::setw(6) << cell.cols << std::setw(3) << cell.rank
              << std::setw(6) << cell.noise << std::setw(5) << cell.outliers << std::setw(5)
              << cell.missing << (cell.uniform ? " uniform" : "  normal") << std::fixed
              << std::setprecision(5) << std::setw(9) << std::exp(log_oracle)
              << std::setprecision(3) << std::setw(8) << std::exp(log_l1) << std::setw(7)
              << std::exp(log_error) << std::setw(6) << worst << std::setw(7) << noise
              << std::setw(6) << median(own_times) << std::setw(4) << refined << "/" << draws
              << std::defaultfloat << std::endl;
  }
  double sum = 0.0;
  for (const double log : logs) sum += log / static_cast<double>(logs.size());
  std::cout << "error by the oracle's, geometric mean over the cells: " << std::exp(sum)
            << "; worst cell " << std::exp(*std::max_element(logs.begin(), logs.end()))
            << "\ntime by that of l1, median over the cells: " << median(times) << "\n";
}

Settings settings_of(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
    const std::string& value = words[k + 1];
    if (words[k] == "--draws") settings.draws = std::stoi(value);
    if (words[k] == "--seed") settings.seed = std::stoull(value);
    if (words[k] == "--cells") settings.cells = value;
    if (words[k] == "--option")
      settings.options.emplace_back(value.substr(0, value.find('=')),
                                    value.substr(value.find('=') + 1));
  }
  return settings;
}

}  // namespace
}  // namespace grmf::bench

int main(int count, char** words) {
  try {
    grmf::bench::run(grmf::bench::settings_of({words + 1, words + count}));
  } catch (const std::exception& error) {
    std::cerr << "grmf_oracle: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
