#include "common.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace grmf::cli {

std::atomic<bool> interrupt_requested = false;

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

namespace {

template <class Number>
Number parse_number(const OptionSpec& spec, const std::string& text, const char* what) {
  Number number{};
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(begin, end, number);
  if (code != std::errc() || rest != end) {
    throw Error(ErrorCode::wrong_kind,
                "--" + kebab(spec.name) + " takes " + what + ", not '" + text + "'");
  }
  return number;
}

}  // namespace

OptionValue parse_value(const OptionSpec& spec, const std::string& text) {
  switch (spec.kind) {
    case OptionKind::real:
      return parse_number<double>(spec, text, "a number");
    case OptionKind::integer:
      return parse_number<std::int64_t>(spec, text, "a whole number");
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
