#include "terminal/option_flag.h"

#include <algorithm>
#include <cstdint>

#include "grmf/error.h"
#include "terminal/parse_number.h"

namespace grmf::cli {

std::string kebab(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

OptionValue parse_value(const OptionSpec& spec, const std::string& text) {
  const std::string flag = "--" + kebab(spec.name);
  switch (spec.kind) {
    case OptionKind::real:
      if (spec.or_auto && text == "auto") return text;
      return parse_number<double>(flag, text);
    case OptionKind::integer:
      return parse_number<std::int64_t>(flag, text);
    case OptionKind::toggle:
      if (text == "true" || text == "on" || text == "1") return true;
      if (text == "false" || text == "off" || text == "0") return false;
      throw Error(ErrorCode::wrong_kind, flag + " takes true or false, not '" + text + "'");
    case OptionKind::choice:
      break;
  }
  return text;
}

}  // namespace grmf::cli
