#include "common.h"

#include <algorithm>
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

CLI::Option* add_format(CLI::App& command, std::optional<io::Format>& format, const char* help) {
  return command
      .add_option_function<std::string>(
          "--format", [&format](const std::string& name) { format = io::format_named(name); }, help)
      ->type_name("NAME");
}

}  // namespace grmf::cli
