#include "commands/experiment_run.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/threads.h"
#include "experiment/page_data.h"
#include "grmf/error.h"
#include "grmf/version.h"
#include "io/sink.h"
#include "report/groups_picture.h"
#include "report/page.h"
#include "terminal/exit_code.h"
#include "terminal/interrupt.h"
#include "terminal/messages.h"
#include "terminal/progress.h"

namespace grmf::cli {
namespace {

using experiment::Setting;

/// A time in words: "12 s", "3 min", "2.1 h".
std::string duration(double seconds) {
  std::array<char, 32> text{};
  if (seconds < 120) {
    std::snprintf(text.data(), text.size(), "%.0f s", seconds);
  } else if (seconds < 7200) {
    std::snprintf(text.data(), text.size(), "%.0f min", seconds / 60);
  } else {
    std::snprintf(text.data(), text.size(), "%.1f h", seconds / 3600);
  }
  return text.data();
}

/// A line that tells how far an experiment is. Runs that were there already say nothing about how
/// long the rest takes, and are left out of the guess.
class Advance {
 public:
  explicit Advance(bool wanted) : line_(wanted) {}

  void show(std::size_t done, std::size_t of) {
    if (first_ > done) first_ = done;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    if (done != of && spent.count() - last_ < 0.1) return;  // more than the eye follows
    last_ = spent.count();
    std::string text = " " + std::to_string(done) + " of " + std::to_string(of) + " fits";
    if (done > first_) {
      const double left =
          spent.count() * static_cast<double>(of - done) / static_cast<double>(done - first_);
      text += "  " + duration(spent.count()) + ", about " + duration(left) + " left";
    }
    line_.draw(of == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(of), text);
  }
  void wipe() { line_.wipe(); }

 private:
  BarLine line_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::size_t first_ = static_cast<std::size_t>(-1);
  double last_ = -1.0;
};

std::vector<Setting> settings_named(const std::string& name) {
  if (name == "both") return {Setting::fair, Setting::published};
  if (name == "fair" || name == "published") return {experiment::setting_named(name)};
  throw Error(ErrorCode::unknown_name,
              "--settings is '" + name + "'; it must be fair, published or both");
}

}  // namespace

void add_experiment_flags(Command& command, ExperimentArguments& arguments,
                          const std::string& settings_default) {
  arguments.settings = settings_named(settings_default);
  command
      .parsed("--settings", arguments.settings, settings_named,
              "fair (each method's defaults), published (as the paper ran it) or both [" +
                  settings_default + "]")
      .placeholder("NAME");
  command.number("--seed", arguments.seed, "of the noise and of everything random [1]");
  command.number("--threads", arguments.threads, "fits at a time; 0: one per core [0]");
  command.flag("-q,--quiet", arguments.quiet, "no progress and no notes");
}

experiment::Results surveyed(std::string kind, const std::string& command_line,
                             const ExperimentArguments& arguments,
                             std::vector<experiment::Input> inputs) {
  experiment::Results results{.kind = std::move(kind),
                              .version = std::string(version()),
                              .command = command_line,
                              .seed = arguments.seed,
                              .settings = arguments.settings,
                              .threads = internal::resolved_threads(arguments.threads),
                              .inputs = std::move(inputs),
                              .runs = {}};
  experiment::survey(results.inputs);
  for (const experiment::Input& input : results.inputs) {
    if (!input.error.empty()) complain(input.error + "; it is left out");
    if (!arguments.quiet) tell_notes(input.notes);
  }
  return results;
}

bool carry_out(experiment::Results& results, const std::vector<experiment::Task>& tasks,
               experiment::Journal& journal, const ExperimentArguments& arguments) {
  const InterruptWatch interrupt;
  Advance advance(!arguments.quiet);
  const experiment::Watch watch{
      .on_progress = [&](std::size_t done, std::size_t of) { advance.show(done, of); },
      .on_failure =
          [&](const experiment::Run& run) {
            advance.wipe();
            complain(run.key.input + ": " + run.key.method + ": " + run.error);
          },
      .stop_wanted = [] { return InterruptWatch::requested(); }};
  results.runs = experiment::carry_out(results.inputs, tasks, journal, arguments.threads, watch);
  advance.wipe();
  return !InterruptWatch::requested();
}

void check_outputs(const std::vector<std::filesystem::path>& outputs,
                   const std::vector<std::filesystem::path>& read) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    io::check_writable(outputs[k]);
    for (std::size_t other = 0; other < k; ++other) {
      if (outputs[other].lexically_normal() != outputs[k].lexically_normal()) continue;
      throw Error(ErrorCode::unknown_name,
                  outputs[k].string() + ": is named for two outputs; give each a name of its own");
    }
    std::error_code ignored;  // what cannot be asked is not the same file
    if (!std::filesystem::is_regular_file(outputs[k], ignored)) continue;
    for (const auto& file : read) {
      if (!std::filesystem::equivalent(file, outputs[k], ignored)) continue;
      throw Error(ErrorCode::unwritable, outputs[k].string() +
                                             ": is what the data are read from; it would be "
                                             "replaced; choose another name");
    }
  }
}

void tell_moved(const experiment::Journal& journal, const ExperimentArguments& arguments) {
  if (journal.moved_aside().empty() || arguments.quiet) return;
  std::cerr << "runs of another version are now in " << printable(journal.moved_aside().string())
            << "; all are made again\n";
}

int tell_failures(const experiment::Results& results) {
  const std::size_t failed = experiment::failures(results);
  if (failed == 0) return ok;
  complain(std::to_string(failed) + " of " +
           std::to_string(results.inputs.size() + results.runs.size()) +
           " inputs and fits failed; what is wrong with each is told above");
  return failure;
}

std::string page_of(const experiment::Results& results) {
  return report::page(experiment::page_data(results));
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  io::write_file(file, [&](io::Sink& sink) { sink.write(text); });
}

}  // namespace grmf::cli
