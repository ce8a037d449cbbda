#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "common.h"
#include "core/threads.h"
#include "experiment/draw.h"
#include "grmf/grmf.h"
#include "io/matrix_file.h"
#include "io/sink.h"

namespace grmf::cli {
namespace {

using experiment::Drawing;

/// Draws, corrupts, recovers; prints a row per picture and returns original, corrupted and recovered.
Matrix demonstrate(const Drawing& drawing, std::uint64_t number, int threads) {
  constexpr double peak = 255.0;
  const Matrix corrupted = corrupt(drawing.picture, 0.5, peak, 1, number);
  const auto begin = std::chrono::steady_clock::now();
  const Grmf method{{.lambda1 = 0.002, .lambda2 = 0.002}};
  const Result result = method.fit(Data(corrupted), {.rank = drawing.rank, .threads = threads});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Matrix recovered = result.reconstruct();
  for (double& pixel : recovered.values()) pixel = std::min(std::max(pixel, 0.0), peak);

  const Score before = score(drawing.picture, corrupted, peak);
  const Score after = score(drawing.picture, recovered, peak);
  std::array<char, 160> row{};
  std::snprintf(
      row.data(), row.size(), "%-10s %4d   %9.3f %9.3f   %8.1f %8.1f   %6.2f %6.1f %%   %7.3f",
      drawing.name.c_str(), drawing.rank, before.rmae, after.rmae, before.psnr.value_or(0),
      after.psnr.value_or(0), result.groups().mean, 100 * result.sparsity(), seconds);
  std::cout << row.data() << "\n" << std::flush;  // it takes a while: each as it comes
  return experiment::side_by_side({drawing.picture, corrupted, recovered});
}

}  // namespace

void add_demo(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("demo", "draw pictures, destroy half of their pixels and recover them");
  struct Arguments {
    std::filesystem::path output = "grmf-demo.png";
    int threads = 0;
  };
  const auto arguments = std::make_shared<Arguments>();
  add_file(command, "-o,--output", arguments->output,
           "png file: original, corrupted, recovered [grmf-demo.png]");
  add_number<int>(command, "--threads", arguments->threads, "0: one per core [0]");
  command.callback([arguments] {
    const auto& [output, threads] = *arguments;
    internal::resolved_threads(threads);  // refused before anything is printed
    io::check_writable(output);
    io::written_format(output);
    std::cout
        << "Half of the pixels become black or white; grmf recovers the pictures from the rest.\n\n"
        << "picture    rank   RMAE with   without   PSNR with  without   values  zeros     "
           "seconds\n"
        << "                  the noise              the noise           in a row\n";
    std::vector<Matrix> strips;
    for (const Drawing& drawing : experiment::drawings())
      strips.push_back(demonstrate(drawing, strips.size(), threads));
    io::write_matrix(output, experiment::stacked(strips), {}, 255.0);
    std::cout << "\nwrote " << printable(output.string())
              << ": original, corrupted and recovered, side by side\n";
  });
}

}  // namespace grmf::cli
