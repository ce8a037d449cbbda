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

/// Reads the inputs once, and tells of those that cannot be read. The results have no runs yet.
experiment::Results surveyed(std::string kind, const std::string& command_line,
                             const ExperimentArguments& arguments,
                             std::vector<experiment::Input> inputs);

/// Makes the runs that the journal does not have, and shows a line that tells how far it is.
/// Returns false where Ctrl-C stopped it.
bool carry_out(experiment::Results& results, const std::vector<experiment::Task>& tasks,
               experiment::Journal& journal, const ExperimentArguments& arguments);

/// Throws Error, before any work is done, for outputs that cannot be written, are named twice, or
/// would replace a file that is read.
void check_outputs(const std::vector<std::filesystem::path>& outputs,
                   const std::vector<std::filesystem::path>& read);

/// Tells, unless quiet, that the journal moved runs of another version aside.
void tell_moved(const experiment::Journal& journal, const ExperimentArguments& arguments);

/// Tells how many inputs and runs failed, and returns the exit code.
int tell_failures(const experiment::Results& results);

/// The page of results as HTML.
std::string page_of(const experiment::Results& results);
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace grmf::cli
