#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): it is theirs
class App;
class Option;
}  // namespace CLI

/// The one place where the commands meet CLI11, the library that reads the command line. Its
/// headers are large, and the commands do not include them.
namespace grmf::cli {

/// What the manual and the completion tell of an argument.
struct ArgumentDescription {
  std::string name;                      ///< of a positional argument; empty for a flag
  std::vector<std::string> short_flags;  ///< "-r"
  std::vector<std::string> long_flags;   ///< "--max-sweeps", and its other spellings
  std::string placeholder;               ///< stands for the value; empty where there is none
  std::string help;
  bool required = false;
  bool several = false;  ///< more than one value may be given

  [[nodiscard]] bool positional() const { return !name.empty(); }
};

/// What the manual and the completion tell of a command.
struct CommandDescription {
  std::string name;
  std::string help;
  std::vector<ArgumentDescription> arguments;
};

/// An argument that was added to a command: what is particular about it is said in a chain, as in
/// command.file("model", path, "model file").required().
class Argument {
 public:
  explicit Argument(CLI::Option& option) : option_(&option) {}

  /// The command refuses to run without it.
  Argument required();
  /// The command refuses to run with both.
  Argument excludes(const Argument& other);
  /// What the help shows in the place of the value: FILE, N.
  Argument placeholder(const std::string& word);
  /// Every use of it takes effect, in the order of the command line. Of other flags the last use
  /// does.
  Argument in_order();
  /// The help lists it under this heading.
  Argument under(const std::string& heading);

 private:
  CLI::Option* option_;
};

/// A command of the program, such as `grmf fit`, to which arguments are added. `flags` are all
/// spellings of a flag, "-o,--output", or a name without dashes for an argument that has its place.
/// The value is stored in `target`, which must live as long as the program.
class Command {
 public:
  /// The exit code of the command is stored in `exit_code`.
  Command(CLI::App& app, int& exit_code) : app_(&app), exit_code_(&exit_code) {}

  /// A file; its placeholder is FILE.
  Argument file(const std::string& flags, std::filesystem::path& target, const std::string& help);
  Argument file(const std::string& flags, std::optional<std::filesystem::path>& target,
                const std::string& help);
  /// One file or more.
  Argument files(const std::string& flags, std::vector<std::filesystem::path>& target,
                 const std::string& help);
  /// A word; its placeholder is NAME.
  Argument word(const std::string& flags, std::string& target, const std::string& help);
  /// A number; its placeholder is NUMBER, or N for a whole number.
  Argument number(const std::string& flags, double& target, const std::string& help);
  Argument number(const std::string& flags, std::optional<double>& target, const std::string& help);
  Argument number(const std::string& flags, int& target, const std::string& help);
  Argument number(const std::string& flags, std::optional<int>& target, const std::string& help);
  Argument number(const std::string& flags, std::uint64_t& target, const std::string& help);
  Argument number(const std::string& flags, std::optional<std::uint64_t>& target,
                  const std::string& help);
  /// A flag without a value: its target is true where it is given.
  Argument flag(const std::string& flags, bool& target, const std::string& help);
  /// Anything else: `parse` makes the value of the text, or throws Error that names the flag.
  template <class Target, class Parse>
  Argument parsed(const std::string& flags, Target& target, Parse parse, const std::string& help) {
    return parsed(
        flags, [&target, parse](const std::string& text) { target = parse(text); }, help);
  }
  /// An argument without a target: `store` does with the text what is to be done.
  Argument parsed(const std::string& flags,
                  const std::function<void(const std::string& text)>& store,
                  const std::string& help);

  /// What the help says below the list of arguments.
  void footer(const std::string& text);
  /// What the command does; returns the exit code.
  void runs(std::function<int()> body);

 private:
  CLI::App* app_;
  int* exit_code_;
};

}  // namespace grmf::cli
