#include "commands/man_page.h"

#include <string>

#include "commands/topics.h"
#include "grmf/version.h"

namespace grmf::cli {
namespace {

/// Plain text as troff wants it: none of it is taken as a command, and hyphens can be searched for.
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

/// A flag with its placeholder, "-r, --rank N". Of several spellings the first is shown.
std::string flag_line(const ArgumentDescription& flag) {
  std::string line;
  for (const std::string& name : flag.short_flags) line += bold(name) + ", ";
  line += bold(flag.long_flags.front());
  if (!flag.placeholder.empty()) line += " " + italic(flag.placeholder);
  return line;
}

std::string synopsis(const CommandDescription& command) {
  std::string line = bold("grmf " + command.name);
  for (const ArgumentDescription& argument : command.arguments) {
    if (!argument.positional()) continue;
    line += " " + italic(argument.name) + (argument.several ? " ..." : "");
  }
  for (const ArgumentDescription& argument : command.arguments) {
    if (!argument.positional() && argument.required) line += " " + flag_line(argument);
  }
  return line + " [" + italic("flags") + "]";
}

void print_command(const CommandDescription& command, std::ostream& out) {
  out << ".SS " << synopsis(command) << "\n" << escaped(command.help) << "\n";
  for (const ArgumentDescription& argument : command.arguments) {
    if (!argument.positional() && argument.long_flags.front() == "--help") continue;
    out << ".TP\n"
        << (argument.positional() ? italic(argument.name) : flag_line(argument)) << "\n"
        << escaped(argument.help) << "\n";
  }
}

}  // namespace

void print_man_page(const Program& program, std::ostream& out) {
  out << R"(.TH GRMF 1 "" "grmf )" << version() << "\" \"User Commands\"\n"
      << ".SH NAME\n"
      << escaped("grmf - " + program.purpose()) << "\n"
      << ".SH SYNOPSIS\n"
      << bold("grmf") << " " << italic("command") << " [" << italic("flags") << "]\n.br\n"
      << bold("grmf --version") << " | " << bold("--help") << " | " << bold("help") << " "
      << italic("topic") << "\n"
      << ".SH COMMANDS\n";
  for (const CommandDescription& command : program.commands()) print_command(command, out);
  for (const Topic& topic : topics()) {
    out << ".SH " << topic.title << "\n.nf\n" << escaped(topic.text) << ".fi\n";
  }
}

}  // namespace grmf::cli
