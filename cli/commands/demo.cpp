#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>

#include <nlohmann/json.hpp>

#include "base/threads.h"
#include "commands/commands.h"
#include "commands/experiment_run.h"
#include "experiment/compare.h"
#include "experiment/draw.h"
#include "experiment/page_data.h"
#include "experiment/reproduce.h"
#include "experiment/tastes.h"
#include "grmf/corrupt.h"
#include "grmf/data.h"
#include "grmf/io/matrix_file.h"
#include "grmf/measures.h"
#include "grmf/models.h"
#include "grmf/tune.h"
#include "io/sink.h"
#include "report/page.h"
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
  const Data data(corrupted);
  const Tuned tuned = tune(Grmf(), data, {.knobs = {.loss = true}, .threads = threads});
  const Result result = tuned.method->fit(data, {.rank = tuned.rank, .threads = threads});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Matrix recovered = result.reconstruct();
  for (double& pixel : recovered.values()) pixel = std::min(std::max(pixel, 0.0), peak);

  const Score before = score(drawing.picture, corrupted, peak);
  const Score after = score(drawing.picture, recovered, peak);
  std::array<char, 160> row{};
  std::snprintf(row.data(), row.size(),
                "%-10s %4d   %9.3f %9.3f   %8.1f %8.1f   %6.2f %6.1f %%   %7.3f",
                drawing.name.c_str(), tuned.rank, before.rmae, after.rmae, before.psnr.value_or(0),
                after.psnr.value_or(0), result.groups().mean, 100 * result.sparsity(), seconds);
  std::cout << row.data() << "\n" << std::flush;  // at once: the next one takes a while
  return experiment::side_by_side({drawing.picture, corrupted, recovered});
}

/// Fits a table that has groups, and tells what it gains to find them.
std::vector<experiment::TastesFit> demonstrate_groups(int threads) {
  std::vector<experiment::TastesFit> fits = experiment::fit_tastes(experiment::tastes(), threads);
  const auto& [name, result, error] = fits[0];
  const bool found = result.evidence && result.evidence->found;
  std::array<char, 200> line{};
  std::snprintf(
      line.data(), line.size(),
      "A table of who likes which films, half of it destroyed, is made of groups. %s:\n"
      "%.2f distinct values in a row of %d, and RMAE %.4f. Without looking for groups it is %.4f.",
      found ? "They are found" : "They are not found", result.groups().mean,
      static_cast<int>(result.u.cols()), error, fits[1].rmae);
  std::cout << "\n" << line.data() << "\n";
  return fits;
}

/// Writes a page about all methods on the same pictures and on the table. Returns false where
/// Ctrl-C stopped it.
bool write_report(const fs::path& report, const std::vector<experiment::TastesFit>& tastes,
                  int threads) {
  const ExperimentArguments arguments{
      .threads = threads, .settings = {experiment::Setting::fair}, .quiet = false};
  experiment::Results results =
      surveyed("compare", "grmf demo", arguments, experiment::drawn_inputs(experiment::drawings()));
  experiment::Sweep sweep{.methods = {}, .ratios = {0.5}, .ranks = {0}};
  for (const std::string_view name : method_names()) sweep.methods.emplace_back(name);
  experiment::Journal nowhere;
  const auto tasks = experiment::compare_tasks(results.inputs, sweep, true);
  if (!carry_out(results, tasks, nowhere, arguments)) return false;
  nlohmann::ordered_json data = experiment::page_data(results);
  data["sections"].insert(data["sections"].begin(), experiment::tastes_section(tastes));
  write_text(report, report::page(data));
  std::cout << "wrote " << printable(report.string())
            << ": all methods on these pictures and this table; open it in a browser\n";
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
    const auto tastes = demonstrate_groups(threads);
    io::write_matrix(output, experiment::stacked(strips), {}, 255.0);
    std::cout << "\nwrote " << printable(output.string())
              << ": original, corrupted and recovered, side by side\n";
    return write_report(report, tastes, threads) ? ok : interrupted;
  });
}

}  // namespace grmf::cli
