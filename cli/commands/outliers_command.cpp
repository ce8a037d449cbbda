#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>

#include "commands/commands.h"
#include "commands/file_arguments.h"
#include "commands/fit_data.h"
#include "commands/json_output.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "grmf/outliers.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

using report::brief;

void print(const OutlierScores& scores) {
  const auto observed = std::count_if(scores.scores.values().begin(), scores.scores.values().end(),
                                      [](double score) { return !std::isnan(score); });
  std::cout << scores.count << " of " << observed << " entries are more than "
            << brief(scores.threshold) << " away from the model\n";
  if (scores.worst.empty()) return;
  constexpr int width = 14;
  std::cout << "\n   row    col" << std::setw(width) << "value" << std::setw(width) << "model"
            << std::setw(width) << "distance"
            << "\n";
  for (const Outlier& entry : scores.worst) {
    std::cout << std::setw(6) << entry.row << " " << std::setw(6) << entry.col << std::setw(width)
              << brief(entry.value) << std::setw(width) << brief(entry.estimate) << std::setw(width)
              << brief(entry.score) << "\n";
  }
  if (static_cast<Index>(scores.worst.size()) < scores.count) {
    std::cout << "... and " << scores.count - static_cast<Index>(scores.worst.size())
              << " more; --worst N shows more, -o FILE writes the distance of every entry\n";
  }
}

}  // namespace

void add_outliers(Program& program) {
  Command command = program.command("outliers", "find the entries a model does not explain");
  struct Arguments {
    std::filesystem::path model;
    DataFiles files;
    std::optional<std::filesystem::path> output;
    std::uint64_t worst = 20;
    double threshold = 4.0;
    bool json = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("model", a->model, "model file").required();
  command.file("input", a->files.input, "what it was fitted to").required();
  add_format(command, a->files.format, "format of the input, where its name does not tell");
  command.file("--mask", a->files.mask, "matrix file of the shape of the input; 0 = missing");
  command.file("--weights", a->files.weights, "matrix file; only 0 matters: missing");
  command.number("--worst", a->worst, "how many to list [20]");
  command.number("--threshold", a->threshold,
                 "how many deviations of the noise make an outlier [4]");
  command.file("-o,--output", a->output, "write the distance of every entry here");
  command.flag("--json", a->json, "as one JSON object");
  command.runs([a] {
    const io::Model model = io::read_model(a->model);
    const FitData input = read_data(a->files);
    tell_notes(input.notes);
    const OutlierOptions options{.worst = static_cast<Index>(std::min<std::uint64_t>(
                                     a->worst, std::numeric_limits<std::int32_t>::max())),
                                 .deviations = a->threshold,
                                 .noise = model.noise};
    const OutlierScores scores = naming(
        a->files.input, [&] { return outlier_scores(input.data, model.u, model.v, options); });
    if (a->output) io::write_matrix(*a->output, scores.scores);
    if (a->json) {
      std::cout << as_json(scores) << "\n";
    } else {
      print(scores);
    }
    return ok;
  });
}

}  // namespace grmf::cli
