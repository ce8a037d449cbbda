#pragma once

#include <string>
#include <vector>

namespace grmf::cli {

/// Text for a terminal, without control characters, which the name of a file may hold.
std::string printable(std::string text);

/// Prints one message on standard error, after the name of the program.
void complain(const std::string& message);

/// Prints what the user should know about what was read.
void tell_notes(const std::vector<std::string>& notes);

}  // namespace grmf::cli
