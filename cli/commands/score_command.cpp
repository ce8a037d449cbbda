#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <utility>

#include "commands/commands.h"
#include "commands/file_arguments.h"
#include "commands/json_output.h"
#include "commands/labels.h"
#include "commands/score_output.h"
#include "commands/table_flags.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"
#include "grmf/measures.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

struct ScoreArguments {
  std::filesystem::path truth;
  std::filesystem::path estimate;
  std::optional<double> peak;
  std::optional<io::Format> format;
  io::TableOptions table;
  std::string by;
  bool json = false;
};

io::Input read_scored(const std::filesystem::path& path, const ScoreArguments& arguments) {
  io::ReadOptions reading{.table = arguments.table};
  // What is left out of the one table need not be in the other.
  reading.table.absent_may_be_dropped = true;
  io::Input input = io::read_input(path, unless_named(path, arguments.format), reading);
  tell_notes(input.notes);
  return input;
}

bool is_by_columns(const std::string& by) {
  if (by == "columns" || by == "rows") return by == "columns";
  throw Error(ErrorCode::unknown_name, "--by is '" + by + "'; it must be columns or rows");
}

/// The score where nothing is known of the truth, or where it is 0.
Score no_score() {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {.rmae = none, .rse = none, .re = none, .mae = none, .mse = none, .rmse = none};
}

/// Scores every column, or every row, by itself.
std::vector<NamedScore> scores_by(bool columns, Matrix truth, Matrix estimate, const Names& names) {
  if (columns) {
    truth = transposed(truth);
    estimate = transposed(estimate);
  }
  const auto one = [](const Matrix& all, Index k) {
    const auto row = all.row(k);
    return Matrix(1, all.cols(), std::vector<double>(row.begin(), row.end()));
  };
  std::vector<NamedScore> scores;
  for (Index k = 0; k < truth.rows(); ++k) {
    const auto known = truth.row(k);
    const bool told = std::any_of(known.begin(), known.end(),
                                  [](double value) { return value != 0 && !std::isnan(value); });
    scores.push_back({.name = label_of(columns ? names.columns : names.rows, k),
                      .score = told ? score(one(truth, k), one(estimate, k), 0.0) : no_score()});
  }
  return scores;
}

int print_score(const ScoreArguments& arguments) {
  const bool by_columns = !arguments.by.empty() && is_by_columns(arguments.by);
  io::Input truth = read_scored(arguments.truth, arguments);
  io::Input estimate = read_scored(arguments.estimate, arguments);
  Matrix estimated = std::move(estimate.values).widened();
  match_white(truth.peak, estimate.peak, estimated);
  const Matrix known = std::move(truth.values).widened();
  naming(file_name(arguments.truth) + ", " + file_name(arguments.estimate), [&] {
    const Score whole = score(known, estimated, arguments.peak.value_or(truth.peak));
    const Names names = matched_names(truth.names, estimate.names, "that of the truth");
    std::vector<NamedScore> parts;
    if (!arguments.by.empty()) parts = scores_by(by_columns, known, estimated, names);
    if (arguments.json) {
      std::cout << as_json(whole, parts) << "\n";
    } else {
      std::cout << (parts.empty() ? as_lines(whole) : as_table(parts));
    }
    return ok;
  });
  return ok;
}

}  // namespace

void add_score(Program& program) {
  Command command = program.command("score", "how far an estimate is from the truth");
  const auto arguments = std::make_shared<ScoreArguments>();
  ScoreArguments& a = *arguments;
  command.file("truth", a.truth, "matrix or picture file").required();
  command.file("estimate", a.estimate, "matrix or picture file of the same shape").required();
  command.word("--by", a.by, "columns or rows: score each by itself");
  add_peak(command, a.peak, "white, for PSNR and SSIM [that of the truth, if a picture]");
  add_format(command, a.format, "format of the files, where a name does not tell");
  add_table_flags(command, a.table);
  command.flag("--json", a.json, "as one JSON object");
  command.runs([arguments] { return print_score(*arguments); });
}

}  // namespace grmf::cli
