#include <csignal>
#include <iostream>
#include <new>
#include <string>

#include "terminal/command_line.h"
#include "commands/common.h"
#include "grmf/version.h"
#include "terminal/interrupt.h"
#include "io/sink.h"
#include "terminal/standard_output.h"

namespace grmf::cli {
namespace {

/// The words of the command line, quoted where a shell needs it; the program by its name alone.
std::string typed_again(int argc, char** argv) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  std::string line = "grmf";
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    line += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

void add_commands(CLI::App& app, Outcome& outcome) {
  add_fit(app, outcome);
  add_tune(app, outcome);
  add_denoise(app, outcome);
  add_reconstruct(app);
  add_groups(app);
  add_info(app);
  add_outliers(app);
  add_methods(app);
  add_corrupt(app);
  add_score(app);
  add_compare(app, outcome);
  add_reproduce(app, outcome);
  add_report(app);
  add_demo(app, outcome);
  add_completion(app);
  add_man(app);
  add_help(app);
}

int run(int argc, char** argv) {
  Outcome outcome;
  outcome.command_line = typed_again(argc, argv);
  try {
    StandardOutput output;
    CLI::App app("robust low-rank matrix factorisation with grouping effect", "grmf");
    app.set_version_flag("--version", "grmf " + std::string(version()));
    app.require_subcommand(0, 1);  // one command a line: a second one is a word like any other
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    add_commands(app, outcome);
    run_command_line(app, argc, argv);
    output.finish();
    return outcome.exit_code;
  } catch (const io::ClosedPipe&) {
    return outcome.exit_code;  // the reader has seen enough
  } catch (const Error& error) {
    complain(error.what());
    return exit_code_of(error.code());
  } catch (const std::bad_alloc&) {
    complain("not enough memory; give a smaller matrix or rank");
    return failure;
  } catch (const std::exception& error) {
    complain(error.what());
    return failure;
  }
}

}  // namespace
}  // namespace grmf::cli

// NOLINTNEXTLINE(bugprone-exception-escape): what run() cannot catch, nobody can
int main(int argc, char** argv) {
  grmf::cli::hold_standard_streams();
  grmf::cli::leave_nothing_unfinished();
  // A reader that has seen enough is no error; the write that fails then says so.
  std::signal(SIGPIPE, SIG_IGN);
  return grmf::cli::run(argc, argv);
}
