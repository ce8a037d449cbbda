#include <iostream>

#include "commands/batch_files.h"
#include "commands/commands.h"
#include "commands/experiment_run.h"
#include "experiment/reproduce.h"
#include "io/sink.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

namespace fs = std::filesystem;

struct ReproduceArguments {
  std::string experiment;
  std::optional<fs::path> data;
  fs::path output = "grmf-paper";
  std::uint64_t pictures = 0;
  std::uint64_t sample = 12;
  bool fresh = false;
  ExperimentArguments common;
};

std::vector<experiment::Input> inputs_of(const ReproduceArguments& a) {
  if (!a.data) {
    if (!a.common.quiet) {
      std::cerr << "no --data: the pictures are drawn by the program\n";
    }
    return experiment::drawn_inputs(experiment::drawn_pictures(), a.pictures);
  }
  std::vector<std::string> absent;
  auto inputs = experiment::paper_inputs(*a.data, a.pictures, absent);
  for (const std::string& set : absent) {
    if (a.common.quiet) break;
    std::cerr << "skipped, as " << printable(a.data->string()) << " has no pictures of it: " << set
              << "\n";
  }
  return inputs;
}

int reproduce(const ReproduceArguments& a, const std::string& command_line) {
  const auto experiments = experiment::experiments_named(a.experiment);
  make_output_folder(a.output);
  for (const char* end : {".json", ".csv", ".html"}) {
    io::check_writable(a.output / (a.experiment + end));
  }
  experiment::Results results = surveyed(a.experiment, command_line, a.common, inputs_of(a));
  results.sample = a.sample;
  const fs::path runs = a.output / "runs.jsonl";
  if (a.fresh) fs::remove(runs);
  experiment::Journal journal(runs);
  tell_moved(journal, a.common);
  const auto tasks = experiment::paper_tasks(experiments, results);
  if (!carry_out(results, tasks, journal, a.common)) {
    complain("stopped by Ctrl-C after " + std::to_string(results.runs.size()) + " of " +
             std::to_string(tasks.size()) + " fits; the same command goes on from there");
    return interrupted;
  }
  const auto write = [&](const char* end, const std::string& text) {
    const fs::path file = a.output / (a.experiment + end);
    write_text(file, text);
    if (!a.common.quiet) std::cerr << "wrote " << printable(file.string()) << "\n";
  };
  write(".json", json_text(results));
  write(".csv", csv_text(results));
  write(".html", page_of(results));
  return tell_failures(results);
}

}  // namespace

void add_reproduce(Program& program) {
  Command command =
      program.command("reproduce", "run the experiments of the paper and write a page on them");
  const auto arguments = std::make_shared<ReproduceArguments>();
  ReproduceArguments& a = *arguments;
  std::string names = "all";
  for (const std::string_view name : experiment::experiment_names()) {
    names += ", " + std::string(name);
  }
  command.word("experiment", a.experiment, "one of " + names).required();
  command
      .file("--data", a.data,
            "folder with the pictures, one folder a set: yale_b, coil20, orl, jaffe [drawn "
            "pictures]")
      .placeholder("FOLDER");
  command
      .file("-o,--out", a.output,
            "folder for page, JSON, CSV and the finished runs, from which the same command goes on "
            "[grmf-paper]")
      .placeholder("FOLDER");
  command.number("--pictures", a.pictures, "of every set so many, evenly spaced; 0: all [0]");
  command.number("--sample", a.sample,
                 "of every set so many for the sweeps over ratios and ranks [12]");
  command.flag("--fresh", a.fresh, "forget the runs that are finished");
  add_experiment_flags(command, a.common, "both");
  command.runs([arguments, &program] { return reproduce(*arguments, program.command_line()); });
}

void add_report(Program& program) {
  Command command =
      program.command("report", "make the page of an experiment again from its JSON file");
  struct Arguments {
    fs::path input;
    fs::path output;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("input", a->input, "what --json of grmf compare, or grmf reproduce, wrote")
      .required();
  command.file("-o,--output", a->output, "html file").required();
  command.runs([a] {
    const experiment::Results results = experiment::read_results(a->input);
    write_text(a->output, naming(a->input, [&] { return page_of(results); }));
    return ok;
  });
}

}  // namespace grmf::cli
