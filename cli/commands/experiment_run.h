#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiment/plan.h"
#include "experiment/results.h"
#include "terminal/command.h"

/// What the commands that run experiments share.
namespace grmf::cli {

struct ExperimentArguments {
  std::uint64_t seed = 1;
  int threads = 0;
  std::vector<experiment::Setting> settings;
  bool quiet = false;
};
/// Adds --seed, --settings, --threads and -q.
void add_experiment_flags(Command& command, ExperimentArguments& arguments,
                          const std::string& settings_default);

/// Results without runs yet: reads the inputs once, and tells of those that cannot be read.
experiment::Results surveyed(std::string kind, const std::string& command_line,
                             const ExperimentArguments& arguments,
                             std::vector<experiment::Input> inputs);

/// Makes the runs that the journal does not have, with a line that tells how far it is. False: stopped by Ctrl-C.
bool carry_out(experiment::Results& results, const std::vector<experiment::Task>& tasks,
               experiment::Journal& journal, const ExperimentArguments& arguments);

/// Throws Error, before any work is done, for outputs that cannot be written, are named twice, or are what is read.
void check_outputs(const std::vector<std::filesystem::path>& outputs,
                   const std::vector<std::filesystem::path>& read);

/// Tells, unless quiet, that runs of another version were moved aside.
void tell_moved(const experiment::Journal& journal, const ExperimentArguments& arguments);

/// How many inputs and runs failed, in words and as an exit code.
int tell_failures(const experiment::Results& results);

/// The page of results as HTML.
std::string page_of(const experiment::Results& results);
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace grmf::cli
