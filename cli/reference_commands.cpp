#include <iostream>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/method.h"
#include "man_page.h"
#include "topics.h"

/// Commands that tell about the program itself, from the tables it runs on.
namespace grmf::cli {
namespace {

nlohmann::ordered_json method_json(const Method& method) {
  nlohmann::ordered_json options = nlohmann::ordered_json::array();
  for (const OptionSpec& spec : method.options()) {
    nlohmann::ordered_json option = {{"name", spec.name}, {"help", spec.help}};
    std::visit([&](const auto& value) { option["default"] = value; }, spec.default_value);
    if (!spec.choices.empty()) option["choices"] = spec.choices;
    options.push_back(std::move(option));
  }
  return {{"name", method.name()}, {"summary", method.summary()}, {"options", options}};
}

constexpr const char* bash_completion =
    R"(# bash completion for grmf: source it, or put it into your completions folder
_grmf() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$(grmf completion --commands)
  elif [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
    words=$(grmf completion --flags "${COMP_WORDS[1]}")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o filenames -F _grmf grmf
)";

/// The commands, or the flags of one: what the completion script asks for.
void print_words(const CLI::App& app, const std::string& of_command) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (of_command.empty()) {
      std::cout << command->get_name() << "\n";
    } else if (command->get_name() == of_command) {
      for (const CLI::Option* option : command->get_options()) {
        if (!option->get_lnames().empty())
          std::cout << "--" << option->get_lnames().front() << "\n";
      }
    }
  }
}

}  // namespace

void add_methods(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("methods", "list the methods and their options");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "as one JSON array");
  command.callback([json] {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const std::string_view name : method_names()) {
      const auto method = make_method(name);
      if (*json) {
        all.push_back(method_json(*method));
      } else {
        std::cout << name << std::string(10 - name.size(), ' ') << method->summary() << "\n";
      }
    }
    if (*json) std::cout << all.dump() << "\n";
  });
}

void add_help(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("help", "explain a topic or a command");
  const auto topic = std::make_shared<std::string>();
  command.add_option("topic", *topic, help_topics())->type_name("NAME");
  command.callback([&app, topic] {
    if (topic->empty()) {
      // Not app.help(), which gives that of the command on the line.
      std::cout << app.get_formatter()->make_help(&app, "grmf", CLI::AppFormatMode::Normal) << "\n"
                << help_topics() << "\n";
    } else {
      show_topic(app, *topic);
    }
  });
}

void add_man(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("man", "print this manual as a man page");
  command.footer("grmf man | man -l -");
  command.callback([&app] { print_man_page(app, std::cout); });
}

void add_completion(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("completion", "print the completion script for bash");
  struct Arguments {
    bool commands = false;
    std::string flags_of;
  };
  const auto a = std::make_shared<Arguments>();
  command.add_flag("--commands", a->commands, "only the names of the commands");
  command.add_option("--flags", a->flags_of, "only the flags of this command");
  command.callback([&app, a] {
    if (a->commands || !a->flags_of.empty()) {
      print_words(app, a->flags_of);
    } else {
      std::cout << bash_completion;
    }
  });
}

}  // namespace grmf::cli
