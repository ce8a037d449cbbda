#include <algorithm>
#include <iostream>

#include "commands/commands.h"
#include "commands/method_options.h"
#include "commands/topics.h"
#include "grmf/io/format.h"
#include "grmf/method.h"
#include "terminal/exit_code.h"
#include "terminal/option_flag.h"

/// The completion script, and the words it asks the program for.
namespace grmf::cli {
namespace {

using Words = std::vector<std::string>;

constexpr const char* bash_completion =
    R"(# bash completion for grmf: source it, or put it into your completions folder
_grmf() {
  local grmf=${COMP_WORDS[0]} place=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} words=
  # bash takes --flag=value apart
  if [[ $word == = ]]; then
    word=
  elif [[ ${COMP_WORDS[place-1]} == = ]]; then
    place=$((place - 1))
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$grmf" completion --commands)
  elif [[ $word == -* ]]; then
    words=$("$grmf" completion --flags "${COMP_WORDS[1]}")
  else
    words=$("$grmf" completion --values "${COMP_WORDS[place-1]}")
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null || true
  fi
}
complete -F _grmf grmf
)";

Words commands_of(const Program& program) {
  Words words;
  for (const CommandDescription& command : program.commands()) words.push_back(command.name);
  return words;
}

Words flags_of(const Program& program, const std::string& name) {
  Words words;
  for (const CommandDescription& command : program.commands()) {
    if (command.name != name) continue;
    for (const ArgumentDescription& argument : command.arguments) {
      if (!argument.positional()) words.push_back(argument.long_flags.front());
    }
  }
  return words;
}

template <class Names>
Words as_words(const Names& names) {
  return {names.begin(), names.end()};
}

/// The words that may follow a flag, or a command that takes a name. There are none where a file or
/// a number follows.
Words values_behind(const Program& program, const std::string& word) {
  Words words;
  if (word == "-m" || word == "--method" || word == "methods") return as_words(method_names());
  if (word == "--format") return as_words(io::format_names());
  if (word == "--preset") return {"standard", "published"};
  if (word == "--channels") return {"apart", "together"};
  if (word == "--stop") {
    for (const auto& [name, rule] : stop_rules) words.emplace_back(name);
  } else if (word == "help") {
    words = commands_of(program);
    for (const Topic& topic : topics()) words.push_back(topic.name);
  }
  for (const AnyOption& option : all_options()) {
    if (word == "--" + kebab(option.name) || word == "--" + option.name) return option.words;
  }
  return words;
}

}  // namespace

void add_completion(Program& program) {
  Command command = program.command("completion", "print the completion script for bash");
  struct Arguments {
    bool commands = false;
    std::string flags_of;
    std::string values_behind;
  };
  const auto a = std::make_shared<Arguments>();
  command.flag("--commands", a->commands, "only the names of the commands");
  command.word("--flags", a->flags_of, "only the flags of this command");
  command.word("--values", a->values_behind, "only the words that may follow this flag")
      .placeholder("FLAG");
  command.runs([&program, a] {
    const bool script = !a->commands && a->flags_of.empty() && a->values_behind.empty();
    if (script) std::cout << bash_completion;
    Words words;
    if (a->commands) words = commands_of(program);
    if (!a->flags_of.empty()) words = flags_of(program, a->flags_of);
    if (!a->values_behind.empty()) words = values_behind(program, a->values_behind);
    for (const std::string& word : words) std::cout << word << "\n";
    return ok;
  });
}

}  // namespace grmf::cli
