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

}  // namespace grmf::cli
