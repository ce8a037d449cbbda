#include "commands/common.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace grmf::cli {

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::unknown_name:
    case ErrorCode::wrong_kind:
      return usage;
    case ErrorCode::out_of_memory:
      return failure;
    default:
      return bad_data;
  }
}

std::string kebab(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string brief(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return text.data();
}

std::string printable(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F) c = '?';
  }
  return text;
}

void complain(const std::string& message) { std::cerr << "grmf: " << printable(message) << "\n"; }

OptionValue parse_value(const OptionSpec& spec, const std::string& text) {
  switch (spec.kind) {
    case OptionKind::real:
      return parse_number<double>("--" + kebab(spec.name), text);
    case OptionKind::integer:
      return parse_number<std::int64_t>("--" + kebab(spec.name), text);
    case OptionKind::toggle:
      if (text == "true" || text == "on" || text == "1") return true;
      if (text == "false" || text == "off" || text == "0") return false;
      throw Error(ErrorCode::wrong_kind,
                  "--" + kebab(spec.name) + " takes true or false, not '" + text + "'");
    case OptionKind::choice:
      break;
  }
  return text;
}

std::string file_name(const std::filesystem::path& file) {
  return file == "-" ? "standard input" : file.string();
}

CLI::Option* add_format(CLI::App& command, std::optional<io::Format>& format, const char* help) {
  return command
      .add_option_function<std::string>(
          "--format", [&format](const std::string& name) { format = io::format_named(name); }, help)
      ->type_name("NAME");
}

std::optional<io::Format> unless_named(const std::filesystem::path& path,
                                       std::optional<io::Format> format) {
  return io::known_format(path) ? std::nullopt : format;
}

CLI::Option* add_peak(CLI::App& command, std::optional<double>& peak, const char* help) {
  const auto parse = [&peak](const std::string& text) {
    peak = parse_number<double>("--peak", text);
    if (*peak > 0 && std::isfinite(*peak)) return;
    throw Error(ErrorCode::out_of_range,
                "--peak is " + text + "; white must be finite and greater than 0");
  };
  return command.add_option_function<std::string>("--peak", parse, help)->type_name("NUMBER");
}

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

}  // namespace grmf::cli
