#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terminal/command.h"

namespace grmf::cli {

/// The program with its commands, and the command line it was called with.
class Program {
 public:
  /// `purpose` and `version` are what --help and --version tell.
  Program(int argc, char** argv, const std::string& purpose, const std::string& version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Adds a command.
  Command command(const std::string& name, const std::string& help);

  /// Runs the command that the command line names, and returns its exit code. Throws Error for a
  /// command line that is not understood, with a sentence of our own: those of CLI11 name neither
  /// the rule nor what to do.
  int run();

  /// The command line in one line that can be typed again.
  [[nodiscard]] std::string command_line() const;
  [[nodiscard]] std::string purpose() const;
  [[nodiscard]] std::vector<CommandDescription> commands() const;
  /// What --help prints.
  [[nodiscard]] std::string help() const;
  /// What --help of a command prints. Empty where there is no such command.
  [[nodiscard]] std::optional<std::string> help_of(const std::string& command) const;

 private:
  int argc_;
  char** argv_;
  int exit_code_ = 0;
  std::unique_ptr<CLI::App> app_;
};

}  // namespace grmf::cli
