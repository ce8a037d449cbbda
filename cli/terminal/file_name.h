#pragma once

#include <filesystem>
#include <string>

#include "grmf/error.h"

namespace grmf::cli {

/// What messages call a file that is read: its name, or "standard input" for "-".
std::string file_name(const std::filesystem::path& file);

/// The same error with the name of the file it comes from before its message.
Error named(const std::filesystem::path& file, const Error& error);

/// Calls `make`. The library knows no files: an Error that it throws gets the name of this one.
template <class Make>
auto naming(const std::filesystem::path& file, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    throw named(file, error);
  }
}

/// Does what is to be done with an input that was read. Reading it names it; an Error of all that
/// comes after gets its name here, so that among many inputs one knows which of them it was. One
/// about an option stays as it is: the input is not at fault.
template <class Make>
auto naming_input(const std::filesystem::path& input, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    if (error.subject() == ErrorSubject::option) throw;
    throw named(input, error);
  }
}

}  // namespace grmf::cli
