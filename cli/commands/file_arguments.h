#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grmf/io/format.h"
#include "terminal/command.h"

/// Flags about files that several commands have.
namespace grmf::cli {

/// Adds --format, for what the name of a file does not tell.
void add_format(Command& command, std::optional<io::Format>& format, const std::string& help);
/// `format` for a file whose own name tells none, else nothing. It is for commands where several
/// files share one --format.
std::optional<io::Format> unless_named(const std::filesystem::path& path,
                                       std::optional<io::Format> format);

/// Adds --peak: the number that is white. It is refused unless finite and greater than 0.
void add_peak(Command& command, std::optional<double>& peak, const std::string& help);

}  // namespace grmf::cli
