#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "grmf/error.h"
#include "grmf/option.h"
#include "io/format.h"

/// What the commands share. Nothing numeric lives in this folder.
namespace grmf::cli {

/// Exit codes, as the manual lists them.
enum ExitCode {
  ok = 0,
  failure = 1,
  usage = 2,
  bad_data = 3,
  not_converged = 4,
  interrupted = 130
};
int exit_code_of(ErrorCode code);

/// A flag's text as the kind its option takes. Throws Error (wrong_kind) naming the flag.
OptionValue parse_value(const OptionSpec& spec, const std::string& text);
/// "lambda1_u" -> "lambda1-u"
std::string kebab(std::string name);
/// A number for people: six significant digits.
std::string brief(double number);

/// Set by Ctrl-C; a fit looks at it after every sweep.
extern std::atomic<bool> interrupt_requested;

/// What a command leaves for main to return.
struct Outcome {
  int exit_code = ok;
};

// Every command adds itself to the program and runs from its callback.
void add_fit(CLI::App& app, Outcome& outcome);
void add_reconstruct(CLI::App& app);
void add_groups(CLI::App& app);
void add_info(CLI::App& app);
void add_methods(CLI::App& app);
void add_corrupt(CLI::App& app);
void add_score(CLI::App& app);
void add_demo(CLI::App& app);
void add_completion(CLI::App& app);
void add_help(CLI::App& app);

/// The text of a help topic, or the help of a command.
void show_topic(const CLI::App& app, const std::string& topic);

/// Adds --format, for what the name of a file does not tell.
CLI::Option* add_format(CLI::App& command, std::optional<io::Format>& format, const char* help);

}  // namespace grmf::cli
