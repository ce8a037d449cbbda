#include <iostream>
#include <map>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/method.h"

/// Commands that tell about the program itself, from the tables it runs on.
namespace grmf::cli {
namespace {

const std::map<std::string, std::string>& topics() {
  static const std::map<std::string, std::string> texts = {
      {"formats",
       "Files are told apart by their ends; --format says it where the name does not (- is\n"
       "standard input or output).\n\n"
       "  read      .npy  .csv .tsv (also .gz)  .png .pgm .tiff (grey)\n"
       "  written   .npy  .csv .tsv  .png .pgm;  models are .npz, which NumPy opens\n\n"
       "NaN and, in tables, an empty field mean missing. The first line of a table is a header\n"
       "if no field in it is a number, nan, inf or empty.\n"},
      {"exit-codes",
       "  0    ok\n"
       "  1    failure: out of memory, or rounding or overflow ended the fit\n"
       "  2    usage: unknown command, flag, method or option, malformed value\n"
       "  3    data: missing, unreadable or invalid input, value or rank out of range,\n"
       "       unwritable output\n"
       "  4    not converged, under --strict\n"
       "  130  stopped by Ctrl-C; the model reached so far has been written\n"},
      {"model",
       "f(U,V) = sum_ij m_ij phi(y_ij - u_i . v_j) + sum_i R(u_i) + sum_j R(v_j)\n\n"
       "R(x)   = lambda1    * sum_l    min(|x_l| / tau1, 1)           sparsity\n"
       "       + lambda2    * sum_l<l' min(|x_l - x_l'| / tau2, 1)    grouping\n"
       "       + lambda3    * sum_l    x_l^2                          ridge\n"
       "       + lambda_neg * sum_l    min(x_l, 0)^2                  soft non-negativity\n\n"
       "phi(r) = sqrt(r^2 + eps) (l1) or r^2 / 2 (l2); m_ij is the weight of an entry.\n"
       "With --scaling relative, the default, all these numbers are dimensionless.\n"},
  };
  return texts;
}

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

void show_topic(const CLI::App& app, const std::string& topic) {
  if (const auto text = topics().find(topic); text != topics().end()) {
    std::cout << text->second;
    return;
  }
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == topic) {
      std::cout << command->help("grmf");
      return;
    }
  }
  std::string known;
  for (const auto& [name, text] : topics()) known += name + ", ";
  throw Error(ErrorCode::unknown_name,
              "no help on '" + topic + "'; topics are " + known + "and every command");
}

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
  command.footer("TOPIC is formats, exit-codes, model, or a command");
  command.callback([&app] { std::cout << app.help(); });
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
