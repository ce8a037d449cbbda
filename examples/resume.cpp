// Fits numbers that stay where they are, and goes on with a fit that was interrupted.
#include <grmf/grmf.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

namespace {

void write_state(const std::filesystem::path& path, const grmf::RunState& state) {
  const std::vector<std::byte> bytes = state.save();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

grmf::RunState read_state(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  return grmf::RunState::load(std::as_bytes(std::span(bytes)));  // throws Error for damaged bytes
}

}  // namespace

int main() {
  // An array of floats that another library may have made: 300 sensors at 200 hours. Behind every
  // row lie 8 numbers that are no readings.
  constexpr grmf::Index rows = 300;
  constexpr grmf::Index cols = 200;
  constexpr grmf::Index stride = cols + 8;
  std::vector<float> memory(rows * stride);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const double reading = (3.0 + i % 5) * (2.0 + std::sin(0.26 * j)) + std::sin(0.1 * i * j);
      memory[i * stride + j] = static_cast<float>(reading);
    }
  }
  memory[4 * stride + 7] = 1000.0F;                                  // spike
  memory[9 * stride + 2] = std::numeric_limits<float>::quiet_NaN();  // gap

  try {
    // The numbers are neither copied nor written to.
    const grmf::Data data(grmf::MatrixView32(memory.data(), rows, cols, stride));
    const grmf::Grmf method;
    const std::filesystem::path saved = "grmf_example.state";

    grmf::FitOptions options{.rank = 3};
    options.on_sweep = [&](const grmf::Progress& progress) {
      if (progress.sweep < 5) return grmf::Action::proceed;
      write_state(saved, progress.state());
      return grmf::Action::stop;
    };
    std::cout << method.fit(data, options).message << "\n";

    // Another process may do this, with the same data, method and options.
    options.on_sweep = {};
    options.resume = read_state(saved);
    const grmf::Result resumed = method.fit(data, options);
    std::cout << resumed.message << "\n";
    std::filesystem::remove(saved);

    options.resume = {};
    const grmf::Result whole = method.fit(data, options);
    const bool same = resumed.u == whole.u && resumed.v == whole.v;
    std::cout << "the result of a fit without interruption is "
              << (same ? "the same to the last bit\n" : "another\n");
    return same ? 0 : 1;
  } catch (const grmf::Error& problem) {
    std::cerr << "resume: " << problem.what() << "\n";
    return 1;
  }
}
