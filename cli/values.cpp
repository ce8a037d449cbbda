#include "values.h"

#include <algorithm>
#include <charconv>

#include "grmf/error.h"

namespace grmf::cli {
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

std::string kebab(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

OptionValue parse_value(const OptionSpec& spec, const std::string& text) {
  switch (spec.kind) {
    case OptionKind::real:
      return parse_number<double>(spec, text, "a number");
    case OptionKind::integer:
      return parse_number<std::int64_t>(spec, text, "a whole number");
    case OptionKind::toggle:
      if (text == "true" || text == "on" || text == "1" || text.empty()) return true;
      if (text == "false" || text == "off" || text == "0") return false;
      throw Error(ErrorCode::wrong_kind,
                  "--" + kebab(spec.name) + " takes true or false, not '" + text + "'");
    case OptionKind::choice:
      break;
  }
  return text;
}

}  // namespace grmf::cli
