#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "common.h"
#include "core/option_table.h"
#include "grmf/version.h"
#include "io/sink.h"
#include "topics.h"

namespace grmf::cli {
namespace {

/// The flags and commands a word could have been meant for.
std::vector<std::string_view> known_words(const CLI::App& command, bool flag) {
  std::vector<std::string_view> words;
  if (!flag) {
    for (const CLI::App* sub : command.get_subcommands({})) words.emplace_back(sub->get_name());
    return words;
  }
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) words.emplace_back(name);
  }
  return words;
}

/// A word no command takes: say what it may have been meant to be.
[[noreturn]] void refuse_word(const CLI::App& app, const std::string& word) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const bool flag = word.starts_with('-');
  const std::string name = flag ? word.substr(word.find_first_not_of('-')) : word;
  const auto known = known_words(command, flag);
  if (known.empty()) throw Error(ErrorCode::unknown_name, "unexpected word '" + word + "'");
  const std::string_view near = internal::nearest(name, known);
  throw Error(ErrorCode::unknown_name,
              "unknown " + std::string(flag ? "flag '" : "command '") + word + "'; did you mean '" +
                  (flag ? "--" : "") + std::string(near) + "'? See grmf " +
                  (chosen.empty() ? "" : command.get_name() + " ") + "--help");
}

void parse(CLI::App& app, int argc, char** argv) {
  // Before CLI11, which would take `help fit` for a call of fit.
  if (argc == 3 && std::string_view(argv[1]) == "help") return show_topic(app, argv[2]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extras = app.remaining(true);
    refuse_word(app, extras.empty() ? "" : extras.front());
  }
  // Not require_subcommand(): a misspelt command should be told as that, not as a missing one.
  if (app.get_subcommands().empty()) {
    throw Error(ErrorCode::unknown_name, "a command is missing; see grmf --help");
  }
}

int run(int argc, char** argv) {
  CLI::App app("robust low-rank matrix factorisation with grouping effect", "grmf");
  app.set_version_flag("--version", "grmf " + std::string(version()));
  app.failure_message(CLI::FailureMessage::simple);
  Outcome outcome;
  add_fit(app, outcome);
  add_reconstruct(app);
  add_groups(app);
  add_info(app);
  add_methods(app);
  add_corrupt(app);
  add_score(app);
  add_demo(app);
  add_completion(app);
  add_man(app);
  add_help(app);
  try {
    parse(app, argc, argv);
    std::cout.flush();
    return outcome.exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::cerr << "grmf: " << error.what() << "; see grmf --help\n";
    return usage;
  } catch (const io::ClosedPipe&) {
    return ok;  // the reader has seen enough
  } catch (const Error& error) {
    std::cerr << "grmf: " << error.what() << "\n";
    return exit_code_of(error.code());
  } catch (const std::bad_alloc&) {
    std::cerr << "grmf: not enough memory; give a smaller matrix or rank\n";
    return failure;
  } catch (const std::exception& error) {
    std::cerr << "grmf: " << error.what() << "\n";
    return failure;
  }
}

}  // namespace
}  // namespace grmf::cli

// NOLINTNEXTLINE(bugprone-exception-escape): what run() cannot catch, nobody can
int main(int argc, char** argv) {
  // A reader that has seen enough is no error; the write that fails then says so.
  std::signal(SIGPIPE, SIG_IGN);
  return grmf::cli::run(argc, argv);
}
