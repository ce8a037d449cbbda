#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <utility>

#include "commands/clean_run.h"
#include "commands/commands.h"
#include "commands/csv_line.h"
#include "commands/file_arguments.h"
#include "commands/fit_data.h"
#include "commands/json_output.h"
#include "commands/labels.h"
#include "commands/scale.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "grmf/outliers.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"
#include "terminal/text_table.h"

namespace grmf::cli {
namespace {

using report::brief;

struct Arguments {
  std::filesystem::path model;
  DataFiles files;
  std::optional<std::filesystem::path> output;
  std::optional<std::uint64_t> worst;
  double threshold = 4.0;
  bool json = false;
  bool csv = false;
};

std::string listed(const std::vector<Outlier>& outliers, const Names& names) {
  std::vector<std::vector<std::string>> lines = {
      {"row", "column", "value", "estimate", "residual", "sigmas"}};
  for (const Outlier& entry : outliers) {
    lines.push_back({short_name(label_of(names.rows, entry.row)),
                     short_name(label_of(names.columns, entry.col)), brief(entry.value),
                     brief(entry.estimate), brief(entry.value - entry.estimate),
                     report::rough(entry.deviations)});
  }
  return text_table(lines);
}

void print(const OutlierScores& scores, const Names& names, double threshold) {
  const auto observed = std::count_if(scores.scores.values().begin(), scores.scores.values().end(),
                                      [](double score) { return !std::isnan(score); });
  std::cout << scores.count << " of " << observed << " entries are more than " << brief(threshold)
            << " sigmas, deviations of the noise, away from the model\n";
  if (scores.worst.empty()) return;
  std::cout << "\n" << listed(scores.worst, names);
  if (static_cast<Index>(scores.worst.size()) < scores.count) {
    std::cout << "... and " << scores.count - static_cast<Index>(scores.worst.size())
              << " more; --worst N shows more, --csv all, -o FILE writes the distance of every "
                 "entry\n";
  }
  std::cout << counting_note(names);
}

void print_csv(const OutlierScores& scores, const Names& names) {
  print_csv_line({"row", "column", "value", "estimate", "residual", "sigmas"});
  const auto number = [](double value) { return to_string(OptionValue(value)); };
  for (const Outlier& entry : scores.worst) {
    print_csv_line({label_of(names.rows, entry.row), label_of(names.columns, entry.col),
                    number(entry.value), number(entry.estimate),
                    number(entry.value - entry.estimate), number(entry.deviations)});
  }
}

OutlierOptions options_of(const Arguments& arguments, const io::Model& model,
                          std::vector<double> rounding) {
  constexpr std::uint64_t all = std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t usual = 20;
  const std::uint64_t worst = arguments.worst.value_or(arguments.csv ? all : usual);
  return {.worst = static_cast<Index>(std::min(worst, all)),
          .deviations = arguments.threshold,
          .noise = model.noise,
          .noise_of = noise_of(model),
          .sizes = model.sizes,
          .least_noise = std::move(rounding)};
}

int find_outliers(const Arguments& arguments) {
  const io::Model model = io::read_model(arguments.model);
  const io::EditableInput read =
      io::read_editable(arguments.files.input, arguments.files.format, arguments.files.reading);
  const FitData input = make_data(arguments.files, read.input);
  tell_notes(input.notes);
  Names names;
  const OutlierScores scores = naming(arguments.files.input, [&] {
    names = matched_names(model.names, input.data.names());
    return outlier_scores(input.data, model.u, model.v,
                          options_of(arguments, model, rounding_of(read)));
  });
  if (arguments.output) io::write_matrix(*arguments.output, scores.scores, {}, 0.0, names);
  if (arguments.json) {
    std::cout << as_json(scores, names) << "\n";
  } else if (arguments.csv) {
    print_csv(scores, names);
  } else {
    print(scores, names, arguments.threshold);
  }
  return ok;
}

}  // namespace

void add_outliers(Program& program) {
  Command command = program.command("outliers", "find the entries a model does not explain");
  const auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  command.file("model", a.model, "model file").required();
  command.file("input", a.files.input, "what it was fitted to").required();
  add_data_flags(command, a.files);
  command.number("--worst", a.worst, "how many to list [20; with --csv all]");
  add_threshold(command, a.threshold);
  command.file("-o,--output", a.output, "write the distance of every entry here");
  const Argument json = command.flag("--json", a.json, "as one JSON object");
  command
      .flag("--csv", a.csv,
            "as a table: row, column, value, estimate, residual (value - estimate), and how many "
            "sigmas that is")
      .excludes(json);
  command.runs([arguments] { return find_outliers(*arguments); });
}

}  // namespace grmf::cli
