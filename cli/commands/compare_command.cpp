#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "commands/commands.h"
#include "commands/experiment_run.h"
#include "commands/file_arguments.h"
#include "commands/fit_data.h"
#include "commands/table_flags.h"
#include "experiment/blocks.h"
#include "experiment/compare.h"
#include "experiment/compare_page.h"
#include "experiment/folder.h"
#include "grmf/error.h"
#include "grmf/method.h"
#include "io/sink.h"
#include "report/text.h"
#include "terminal/exit_code.h"
#include "terminal/lists.h"
#include "terminal/messages.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

struct CompareArguments {
  std::vector<fs::path> inputs;
  std::optional<io::Format> format;
  std::optional<fs::path> truth;
  io::TableOptions table;
  experiment::Sweep sweep;
  ExperimentArguments common;
  std::optional<fs::path> json;
  std::optional<fs::path> csv;
  std::optional<fs::path> report;

  [[nodiscard]] std::vector<fs::path> outputs() const {
    std::vector<fs::path> all;
    for (const auto& each : {json, csv, report}) {
      if (each) all.push_back(*each);
    }
    return all;
  }
};

void check(const CompareArguments& a) {
  std::vector<fs::path> read = experiment::files_of(a.inputs);
  if (a.truth) {
    const std::vector<fs::path> truths = experiment::files_of({*a.truth});
    read.insert(read.end(), truths.begin(), truths.end());
  }
  check_outputs(a.outputs(), read);
  for (const double ratio : a.sweep.ratios) {
    if (ratio >= 0 && ratio <= 1) continue;
    throw Error(ErrorCode::out_of_range,
                "--ratios has " + report::brief(ratio) + "; a share of the entries is from 0 to 1");
  }
  for (const std::string& name : a.sweep.methods) make_method(name);  // throws for unknown names
}

template <class Value>
void remove_repeated(std::vector<Value>& values) {
  std::vector<Value> once;
  for (const Value& value : values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(value);
  }
  values = std::move(once);
}

/// The finished runs are kept beside the first file that is written: the same command, started
/// again, goes on from there.
experiment::Journal journal_of(const CompareArguments& a) {
  for (const fs::path& output : a.outputs()) {
    if (io::is_standard_output(output)) continue;
    fs::path file = output;
    return experiment::Journal(file += ".partial");
  }
  return {};
}

void print_table(const experiment::Results& results) {
  std::size_t width = 6;
  const auto lines = experiment::compared_lines(results);
  for (const auto& line : lines) {
    width = std::max(width, experiment::series_name(line.method, line.setting).size());
  }
  std::cout << "method" << std::string(width - 6, ' ')
            << "  destroyed  rank    RMAE  deviation    PSNR    SSIM   seconds  inputs\n";
  const auto number = [](double value, int digits) {
    return std::isfinite(value) ? experiment::fixed(value, digits) : std::string("-");
  };
  for (const auto& line : lines) {
    const auto of = [&](std::string_view measure) {
      return experiment::summary_of(line.runs, measure);
    };
    const bool fitted = line.method != experiment::nothing_done;
    const bool takes_rank = fitted && make_method(line.method)->takes_rank();
    const std::string rank = line.rank > 0 ? std::to_string(line.rank)
                             : takes_rank  ? "auto"
                                           : "own";
    const bool several = line.runs.size() > 1;
    std::array<char, 256> row{};
    std::snprintf(
        row.data(), row.size(), "%-*s  %9s  %4s  %6s  %9s  %6s  %6s  %8s  %6zu\n",
        static_cast<int>(width), experiment::series_name(line.method, line.setting).c_str(),
        experiment::percent(line.ratio).c_str(), fitted ? rank.c_str() : "",
        number(of("rmae").mean, 4).c_str(), several ? number(of("rmae").deviation, 4).c_str() : "-",
        number(of("psnr").mean, 2).c_str(), number(of("ssim").mean, 3).c_str(),
        fitted ? number(of("seconds").mean, 4).c_str() : "", line.runs.size());
    std::cout << row.data();
  }
}

/// Whether one of the files goes to standard output, where there is then no place for the table.
bool prints_a_file(const CompareArguments& a) {
  const auto outputs = a.outputs();
  return std::any_of(outputs.begin(), outputs.end(), io::is_standard_output);
}

int compare(const CompareArguments& a, const std::string& command_line) {
  check(a);
  experiment::Results results =
      surveyed("compare", command_line, a.common,
               experiment::inputs_of(a.inputs, a.format, a.truth, a.table));
  experiment::Sweep sweep = a.sweep;
  remove_repeated(sweep.methods);
  remove_repeated(sweep.ratios);
  remove_repeated(sweep.ranks);
  sweep.settings = a.common.settings;
  sweep.seed = a.common.seed;
  for (const std::string& line : experiment::left_out(results.inputs, sweep)) {
    if (!a.common.quiet) complain("note: " + line);
  }
  const auto tasks =
      experiment::compare_tasks(results.inputs, sweep, a.report.has_value() || a.json.has_value());
  experiment::Journal journal = journal_of(a);
  tell_moved(journal, a.common);
  if (!carry_out(results, tasks, journal, a.common)) {
    complain("stopped by Ctrl-C after " + std::to_string(results.runs.size()) + " of " +
             std::to_string(tasks.size()) + " fits" +
             (a.outputs().empty() ? "" : "; the same command goes on from there"));
    return interrupted;
  }
  if (a.json) write_text(*a.json, json_text(results));
  if (a.csv) write_text(*a.csv, csv_text(results));
  if (a.report) write_text(*a.report, page_of(results));
  journal.remove();
  if (!prints_a_file(a)) print_table(results);
  if (!a.common.quiet) {
    for (const fs::path& output : a.outputs()) {
      if (!io::is_standard_output(output)) {
        std::cerr << "wrote " << printable(output.string()) << "\n";
      }
    }
  }
  return tell_failures(results);
}

/// The ranks that --ranks gives, "2,4,8"; for "auto" it is 0.
std::vector<int> parse_ranks(const std::string& text) {
  if (text == "auto") return {0};
  std::vector<int> ranks = parse_whole_numbers("--ranks", text);
  for (const int rank : ranks) {
    if (rank >= 1) continue;
    throw Error(ErrorCode::out_of_range,
                "--ranks has " + std::to_string(rank) + "; a rank must be at least 1");
  }
  return ranks;
}

std::vector<double> parse_ratios(const std::string& text) {
  return parse_numbers("--ratios", text);
}

/// The ratios where --corrupt gives the only one.
std::vector<double> parse_ratio(const std::string& text) {
  return {parse_number<double>("--corrupt", text)};
}

/// Adds the flags that say which fits to make.
void add_sweep(Command& command, experiment::Sweep& sweep) {
  for (const std::string_view name : method_names()) sweep.methods.emplace_back(name);
  command.parsed("-m,--methods", sweep.methods, split, "names with commas between them [all]")
      .placeholder("NAMES");
  command
      .parsed("-r,--ranks", sweep.ranks, parse_ranks,
              "2,4,8 or 2:12, or auto: one for all methods, by what is held out [auto]")
      .placeholder("LIST");
  const Argument ratios =
      command
          .parsed("--ratios", sweep.ratios, parse_ratios,
                  "shares of the entries to destroy, 0,0.3,0.5 or 0:0.7:0.1 [0]")
          .placeholder("LIST");
  command.parsed("--corrupt", sweep.ratios, parse_ratio, "the one share of the entries to destroy")
      .placeholder("NUMBER")
      .excludes(ratios);
}

}  // namespace

void add_compare(Program& program) {
  Command command = program.command(
      "compare", "fit several methods to matrices or pictures and compare what they recover");
  const auto arguments = std::make_shared<CompareArguments>();
  CompareArguments& a = *arguments;
  command.files("input", a.inputs, input_help() + "; folders are taken apart").required();
  add_format(command, a.format, "format of the inputs, where a name does not tell");
  add_table_flags(command, a.table);
  add_sweep(command, a.sweep);
  command.file(
      "--truth", a.truth,
      "what to measure against: a file, or a folder with one of the same name for each input "
      "[the input, before it is destroyed]");
  command.file("--json", a.json, "write all runs, see docs/results.schema.json");
  command.file("--csv", a.csv, "write all runs as a table");
  command.file("--report", a.report, "write a page with tables, charts and pictures, .html");
  add_experiment_flags(command, a.common, "fair");
  command.runs([arguments, &program] { return compare(*arguments, program.command_line()); });
}

}  // namespace grmf::cli
