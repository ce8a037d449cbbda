#include "terminal/program.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "grmf/error.h"
#include "options/option_table.h"

namespace grmf::cli {
namespace {

/// The command that was named, or the program where none was.
const CLI::App& chosen_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

[[noreturn]] void refuse(const CLI::App& command, const std::string& what) {
  const bool program = command.get_parent() == nullptr;
  throw Error(ErrorCode::unknown_name, what + (what.ends_with('?') ? " See grmf " : "; see grmf ") +
                                           (program ? "" : command.get_name() + " ") + "--help");
}

/// What messages call an argument: "--rank", or "INPUT" where it has no flag.
std::string shown_name(const CLI::Option& option) {
  if (!option.get_positional()) return option.get_name();
  std::string name = option.get_name();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

/// The flags, or the commands, that a misspelt word could have been meant for.
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

/// Refuses a word that the command does not take, and says what it may have been meant to be.
[[noreturn]] void refuse_word(const CLI::App& command, const std::string& word) {
  const std::size_t letters = word.find_first_not_of('-');
  const bool flag = letters != std::string::npos && letters > 0;
  const std::string given = flag ? word.substr(0, word.find('=')) : word;
  const std::string name = flag ? given.substr(letters) : given;
  const auto known = known_words(command, flag);
  if (known.empty() || letters == std::string::npos) {
    refuse(command, "unexpected word '" + word + "'");
  }
  const std::string near(internal::suggestion(name, known));
  refuse(command,
         "unknown " + std::string(flag ? "flag '" : "command '") + given + "'" +
             (near.empty() ? "" : "; did you mean '" + (flag ? "--" + near : near) + "'?"));
}

/// Refuses the words that no argument took, if there are any. A flag is refused first, as the other
/// words may have been meant as its values.
void refuse_extras(const CLI::App& app) {
  std::vector<std::string> extras = app.remaining(true);
  std::erase(extras, "--");
  if (extras.empty()) return;
  const auto flag = std::find_if(extras.begin(), extras.end(), [](const std::string& word) {
    return word.starts_with('-') && word.find_first_not_of('-') != std::string::npos;
  });
  refuse_word(chosen_command(app), flag == extras.end() ? extras.front() : *flag);
}

void refuse_missing(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_required() && option->count() == 0) {
      refuse(command, shown_name(*option) + " is missing");
    }
  }
}

void refuse_excluded(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    for (const CLI::Option* other : option->get_excludes()) {
      if (option->count() > 0 && other->count() > 0) {
        refuse(command, option->get_name() + " and " + other->get_name() +
                            " exclude each other; give one of them");
      }
    }
  }
}

/// Refuses what CLI11 could not read. It names the flag only inside of its sentence, mostly as the
/// first word.
[[noreturn]] void refuse_line(const CLI::App& app, const CLI::ParseError& error) {
  refuse_extras(app);
  const CLI::App& command = chosen_command(app);
  refuse_missing(command);
  refuse_excluded(command);
  const std::string sentence = error.what();
  for (const CLI::Option* option : command.get_options()) {
    const std::string flag = shown_name(*option);
    if (sentence.find(flag + ":") == std::string::npos &&
        sentence.find(" " + flag + " ") == std::string::npos) {
      continue;
    }
    const bool takes_value = option->get_items_expected_max() > 0;
    refuse(command, flag + (takes_value ? " takes a value; give one behind it"
                                        : " takes no value; leave out what follows the ="));
  }
  refuse(command, "the command line is not understood");
}

/// Reads the command line, and runs the command that it names.
void parse_and_run(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request);
    return;
  } catch (const CLI::ParseError& error) {
    refuse_line(app, error);
  }
  // CLI11 does not require a command: it would call a misspelt one missing.
  if (app.get_subcommands().empty()) refuse(app, "a command is missing");
}

std::vector<std::string> with_dashes(const std::string& dashes,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> flags;
  flags.reserve(names.size());
  for (const std::string& name : names) flags.push_back(dashes + name);
  return flags;
}

ArgumentDescription description_of(const CLI::Option& option) {
  const bool takes_value = option.get_items_expected_max() > 0;
  return {.name = option.get_positional() ? option.get_name() : "",
          .short_flags = with_dashes("-", option.get_snames()),
          .long_flags = with_dashes("--", option.get_lnames()),
          .placeholder = takes_value ? option.get_type_name() : "",
          .help = option.get_description(),
          .required = option.get_required(),
          .several = option.get_expected_max() > 1};
}

/// A word as it is typed in a shell: in quotes where it needs them.
std::string quoted(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Program::Program(int argc, char** argv, const std::string& purpose, const std::string& version)
    : argc_(argc), argv_(argv), app_(std::make_unique<CLI::App>(purpose, "grmf")) {
  app_->set_version_flag("--version", "grmf " + version);
  app_->require_subcommand(0, 1);  // the name of a second command is a word like any other
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

Program::~Program() = default;

Command Program::command(const std::string& name, const std::string& help) {
  return {*app_->add_subcommand(name, help), exit_code_};
}

int Program::run() {
  parse_and_run(*app_, argc_, argv_);
  return exit_code_;
}

std::string Program::command_line() const {
  std::string line = "grmf";  // without the folder it lies in
  for (int k = 1; k < argc_; ++k) line += " " + quoted(argv_[k]);
  return line;
}

std::string Program::purpose() const { return app_->get_description(); }

std::vector<CommandDescription> Program::commands() const {
  std::vector<CommandDescription> all;
  for (const CLI::App* command : std::as_const(*app_).get_subcommands({})) {
    all.push_back({command->get_name(), command->get_description(), {}});
    for (const CLI::Option* option : command->get_options()) {
      all.back().arguments.push_back(description_of(*option));
    }
  }
  return all;
}

std::string Program::help() const {
  // app_->help() would give the help of the command that was named.
  return app_->get_formatter()->make_help(app_.get(), "grmf", CLI::AppFormatMode::Normal);
}

std::optional<std::string> Program::help_of(const std::string& command) const {
  for (const CLI::App* each : std::as_const(*app_).get_subcommands({})) {
    if (each->get_name() == command) return each->help("grmf");
  }
  return std::nullopt;
}

}  // namespace grmf::cli
