#pragma once

#include <string>

namespace grmf::cli {

/// Text for a terminal, without control characters, which the name of a file may hold.
std::string printable(std::string text);

/// Prints one message on standard error, after the name of the program.
void complain(const std::string& message);

}  // namespace grmf::cli
