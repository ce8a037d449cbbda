#pragma once

#include <string>
#include <vector>

#include "terminal/program.h"

namespace grmf::cli {

/// A page of the manual that belongs to no single command.
struct Topic {
  std::string name;   ///< as `grmf help NAME` takes it
  std::string title;  ///< as the man page has it
  std::string text;
};
const std::vector<Topic>& topics();

/// What `grmf help` takes, in words.
std::string help_topics();

/// Prints a topic, or the help of a command. Throws Error for any other word.
void show_topic(const Program& program, const std::string& name);

}  // namespace grmf::cli
