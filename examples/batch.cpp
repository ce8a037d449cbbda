// Fits many pictures, each on its own thread. Every result is used as soon as it is there, and a
// broken picture does not affect the others.
#include <grmf/grmf.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <random>

namespace {

// A picture of rank 2 whose waves have a phase of their own, with one pixel in five black or white.
// A program would read a file here.
grmf::Data picture(grmf::Index number) {
  std::mt19937 random(static_cast<unsigned>(number));
  const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
  grmf::Matrix y(64, 48);
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 48; ++j) {
      y(i, j) = 128 + 90 * std::sin(0.1 * i + static_cast<double>(number)) * std::cos(0.2 * j);
      if (chance(0.2)) y(i, j) = chance(0.5) ? 0.0 : 255.0;
    }
  }
  if (number == 7) y(3, 5) = std::numeric_limits<double>::infinity();  // Data refuses this picture
  return grmf::Data(std::move(y));
}

}  // namespace

int main() {
  int fitted = 0;
  int refused = 0;
  const auto on_done = [&](grmf::Index k, grmf::BatchItem item) {  // called by one thread at a time
    if (item.result) {
      ++fitted;
      std::cout << "picture " << k << ": " << item.result->message << "\n";
    } else {
      ++refused;
      std::cout << "picture " << k << ": " << item.error->what() << "\n";
    }
    return grmf::Action::proceed;
  };
  try {
    grmf::fit_each(grmf::Grmf(), 20, picture, {.rank = 2}, on_done);
  } catch (const grmf::Error& problem) {
    std::cerr << "batch: " << problem.what() << "\n";
    return 1;
  }
  std::cout << fitted << " fitted, " << refused << " refused\n";
  return fitted == 19 && refused == 1 ? 0 : 1;
}
