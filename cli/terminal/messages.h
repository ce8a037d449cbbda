#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace grmf::cli {

/// Text for a terminal, without control characters, which the name of a file may hold.
std::string printable(std::string text);

/// A name for a table in the terminal: printable, and cut where it is long.
std::string short_name(const std::string& name);
/// The text with blanks behind it, so that it takes so many places.
std::string padded(std::string text, std::size_t width);

/// Prints one message on standard error, after the name of the program.
void complain(const std::string& message);

/// Prints what the user should know about what was read.
void tell_notes(const std::vector<std::string>& notes);

}  // namespace grmf::cli
