#include "commands/file_arguments.h"

#include <cmath>

#include "grmf/error.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

double parse_peak(const std::string& text) {
  const auto peak = parse_number<double>("--peak", text);
  if (peak > 0 && std::isfinite(peak)) return peak;
  throw Error(ErrorCode::out_of_range,
              "--peak is " + text + "; white must be finite and greater than 0");
}

}  // namespace

void add_format(Command& command, std::optional<io::Format>& format, const std::string& help) {
  command.parsed("--format", format, io::format_named, help).placeholder("NAME");
}

std::optional<io::Format> unless_named(const std::filesystem::path& path,
                                       std::optional<io::Format> format) {
  return io::known_format(path) ? std::nullopt : format;
}

void add_peak(Command& command, std::optional<double>& peak, const std::string& help) {
  command.parsed("--peak", peak, parse_peak, help).placeholder("NUMBER");
}

}  // namespace grmf::cli
