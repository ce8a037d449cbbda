#include "terminal/command_line.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "options/option_table.h"
#include "grmf/error.h"

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

/// "--rank", or "INPUT" for what has no flag.
std::string shown_name(const CLI::Option& option) {
  if (!option.get_positional()) return option.get_name();
  std::string name = option.get_name();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

/// The flags or commands a word could have been meant for.
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

/// Whether at least half of the letters are the same, in any order: a suggestion further away helps nobody.
bool alike(std::string a, std::string b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::string both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return 2 * (std::max(a.size(), b.size()) - both.size()) <= a.size();
}

/// A word no command takes: say what it may have been meant to be.
[[noreturn]] void refuse_word(const CLI::App& command, const std::string& word) {
  const std::size_t letters = word.find_first_not_of('-');
  const bool flag = letters != std::string::npos && letters > 0;
  const std::string given = flag ? word.substr(0, word.find('=')) : word;
  const std::string name = flag ? given.substr(letters) : given;
  const auto known = known_words(command, flag);
  if (known.empty() || letters == std::string::npos) {
    refuse(command, "unexpected word '" + word + "'");
  }
  const std::string near(internal::nearest(name, known));
  refuse(command, "unknown " + std::string(flag ? "flag '" : "command '") + given + "'" +
                      (alike(name, near) ? "; did you mean '" + (flag ? "--" + near : near) + "'?"
                                         : std::string()));
}

/// Refuses the words that nothing took, if any: a flag first, the others may have been its values.
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

/// What CLI11 could not read. It tells the flag only inside its sentence, mostly as the first word.
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

}  // namespace

void run_command_line(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request);
    return;
  } catch (const CLI::ParseError& error) {
    refuse_line(app, error);
  }
  // Not required of CLI11: a misspelt command should be told as that, not as a missing one.
  if (app.get_subcommands().empty()) refuse(app, "a command is missing");
}

}  // namespace grmf::cli
