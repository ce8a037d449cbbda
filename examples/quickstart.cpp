// Recovers a table of sensor readings that is really of rank 2 from data with spikes and gaps.
#include <grmf/grmf.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <random>

int main() {
  // 60 sensors at 48 hours: a daily and a slower wave, each sensor with its own share of both.
  const auto wave = [](int i, int j) {
    return (3.0 + i % 5) * (2.0 + std::sin(0.26 * j)) + (i % 4) * std::cos(0.1 * j);
  };
  std::mt19937 random(1);
  const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
  grmf::Matrix y(60, 48);
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 48; ++j) {
      y(i, j) = wave(i, j);
      if (chance(0.15)) y(i, j) = chance(0.5) ? 100.0 : -100.0;             // spike
      if (chance(0.1)) y(i, j) = std::numeric_limits<double>::quiet_NaN();  // gap
    }
  }

  try {
    const grmf::Grmf method{{.lambda1 = 0.01, .lambda2 = 0.01}};
    const grmf::Result result = method.fit(grmf::Data(y), {.rank = 2});

    const grmf::Matrix recovered = result.reconstruct();
    double error = 0.0;
    double size = 0.0;
    for (int i = 0; i < 60; ++i) {
      for (int j = 0; j < 48; ++j) {
        error += std::abs(recovered(i, j) - wave(i, j));
        size += std::abs(wave(i, j));
      }
    }
    std::cout << result.message << "\n"
              << "objective " << result.objective << ", certificate " << result.certificate << "\n"
              << "relative error against the truth " << error / size << "\n"
              << "values saved by zeros and ties: " << 100 * result.tied() << " %\n";
    return error / size < 0.05 ? 0 : 1;
  } catch (const grmf::Error& problem) {
    std::cerr << "quickstart: " << problem.what() << "\n";
    return 1;
  }
}
