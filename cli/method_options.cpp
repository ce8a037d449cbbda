#include "method_options.h"

#include <algorithm>
#include <cmath>

#include "grmf/method.h"

namespace grmf::cli {

std::vector<OptionSpec> all_options() {
  std::vector<OptionSpec> specs;
  for (const std::string_view name : method_names()) {
    for (const OptionSpec& spec : make_method(name)->options()) {
      const bool known = std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& earlier) {
        return earlier.name == spec.name;
      });
      if (!known) specs.push_back(spec);
    }
  }
  return specs;
}

std::vector<std::string> words_of(const OptionSpec& spec) {
  if (spec.kind == OptionKind::toggle) return {"true", "false"};
  return spec.choices;
}

std::string range_of(const OptionSpec& spec) {
  std::string text;
  for (const std::string& word : words_of(spec)) text += (text.empty() ? "" : ", ") + word;
  if (!text.empty()) return text;
  const auto number = [](double value) { return to_string(OptionValue(value)); };
  if (!std::isfinite(spec.min) && !std::isfinite(spec.max)) return "any number";
  if (!std::isfinite(spec.min)) return "at most " + number(spec.max);
  if (std::isfinite(spec.max) && !spec.min_excluded)
    return number(spec.min) + " to " + number(spec.max);
  text = (spec.min_excluded ? "greater than " : "at least ") + number(spec.min);
  return std::isfinite(spec.max) ? text + ", at most " + number(spec.max) : text;
}

}  // namespace grmf::cli
