#include "commands/file_arguments.h"

#include <cmath>

#include "grmf/error.h"
#include "terminal/parse_number.h"

namespace grmf::cli {

void add_format(Command& command, std::optional<io::Format>& format, const std::string& help) {
  const auto parse = [&format](const std::string& name) { format = io::format_named(name); };
  command.parsed("--format", parse, help).placeholder("NAME");
}

std::optional<io::Format> unless_named(const std::filesystem::path& path,
                                       std::optional<io::Format> format) {
  return io::known_format(path) ? std::nullopt : format;
}

void add_peak(Command& command, std::optional<double>& peak, const std::string& help) {
  const auto parse = [&peak](const std::string& text) {
    peak = parse_number<double>("--peak", text);
    if (*peak > 0 && std::isfinite(*peak)) return;
    throw Error(ErrorCode::out_of_range,
                "--peak is " + text + "; white must be finite and greater than 0");
  };
  command.parsed("--peak", parse, help).placeholder("NUMBER");
}

}  // namespace grmf::cli
