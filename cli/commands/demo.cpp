#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "base/threads.h"
#include "commands/commands.h"
#include "commands/experiment_run.h"
#include "experiment/compare.h"
#include "experiment/draw.h"
#include "experiment/reproduce.h"
#include "grmf/corrupt.h"
#include "grmf/data.h"
#include "grmf/io/matrix_file.h"
#include "grmf/measures.h"
#include "grmf/models.h"
#include "io/sink.h"
#include "terminal/exit_code.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;
using experiment::Drawing;

/// Corrupts a drawing and recovers it, and prints a row about it. Returns the original, the
/// corrupted and the recovered picture side by side.
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
  std::cout << row.data() << "\n" << std::flush;  // at once: the next one takes a while
  return experiment::side_by_side({drawing.picture, corrupted, recovered});
}

/// Writes a page about all methods on the same pictures. Returns false where Ctrl-C stopped it.
bool write_report(const fs::path& report, int threads) {
  const ExperimentArguments arguments{
      .threads = threads, .settings = {experiment::Setting::fair}, .quiet = false};
  experiment::Results results =
      surveyed("compare", "grmf demo", arguments, experiment::drawn_inputs(experiment::drawings()));
  experiment::Sweep sweep{.methods = {}, .ratios = {0.5}, .ranks = {4}};
  for (const std::string_view name : method_names()) sweep.methods.emplace_back(name);
  experiment::Journal nowhere;
  const auto tasks = experiment::compare_tasks(results.inputs, sweep, true);
  if (!carry_out(results, tasks, nowhere, arguments)) return false;
  write_text(report, page_of(results));
  std::cout << "wrote " << printable(report.string())
            << ": all methods on these pictures; open it in a browser\n";
  return true;
}

}  // namespace

void add_demo(Program& program) {
  Command command =
      program.command("demo", "draw pictures, destroy half of their pixels and recover them");
  struct Arguments {
    fs::path output = "grmf-demo.png";
    fs::path report = "grmf-demo.html";
    int threads = 0;
  };
  const auto arguments = std::make_shared<Arguments>();
  command.file("-o,--output", arguments->output,
               "png file: original, corrupted, recovered [grmf-demo.png]");
  command.file("--report", arguments->report, "html file: all methods compared [grmf-demo.html]");
  command.number("--threads", arguments->threads, "0: one per core [0]");
  command.runs([arguments] {
    const auto& [output, report, threads] = *arguments;
    internal::resolved_threads(threads);  // throws before anything is printed
    io::check_writable(output);
    io::check_writable(report);
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
    return write_report(report, threads) ? ok : interrupted;
  });
}

}  // namespace grmf::cli
