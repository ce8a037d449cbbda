#include "commands/man_page.h"

#include <string>

#include "grmf/version.h"
#include "commands/topics.h"

namespace grmf::cli {
namespace {

/// Plain text for troff: no character of it is a command, and a hyphen can be searched for.
std::string escaped(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_begins = c == '\n';
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

/// "-r, --rank N"; of two spellings of a flag the first is shown.
std::string flag_line(const CLI::Option& option) {
  std::string line;
  for (const std::string& name : option.get_snames()) line += bold("-" + name) + ", ";
  line += bold("--" + option.get_lnames().front());
  if (option.get_items_expected_max() > 0) line += " " + italic(option.get_type_name());
  return line;
}

std::string synopsis(const CLI::App& command) {
  std::string line = bold("grmf " + command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    line += " " + italic(option->get_name()) + (option->get_expected_max() > 1 ? " ..." : "");
  }
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() && option->get_required()) line += " " + flag_line(*option);
  }
  return line + " [" + italic("flags") + "]";
}

void print_command(const CLI::App& command, std::ostream& out) {
  out << ".SS " << synopsis(command) << "\n" << escaped(command.get_description()) << "\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      out << ".TP\n"
          << italic(option->get_name()) << "\n"
          << escaped(option->get_description()) << "\n";
    } else if (option->get_lnames().front() != "help") {
      out << ".TP\n" << flag_line(*option) << "\n" << escaped(option->get_description()) << "\n";
    }
  }
}

}  // namespace

void print_man_page(const CLI::App& app, std::ostream& out) {
  out << ".TH GRMF 1 \"\" \"grmf " << version() << "\" \"User Commands\"\n"
      << ".SH NAME\n"
      << escaped(app.get_name() + " - " + app.get_description()) << "\n"
      << ".SH SYNOPSIS\n"
      << bold("grmf") << " " << italic("command") << " [" << italic("flags") << "]\n.br\n"
      << bold("grmf --version") << " | " << bold("--help") << " | " << bold("help") << " "
      << italic("topic") << "\n"
      << ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands({})) print_command(*command, out);
  for (const Topic& topic : topics()) {
    out << ".SH " << topic.title << "\n.nf\n" << escaped(topic.text) << ".fi\n";
  }
}

}  // namespace grmf::cli
