#include "commands/method_options.h"

#include <algorithm>
#include <cmath>

#include "grmf/method.h"

namespace grmf::cli {

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
  if (std::isfinite(spec.max)) text += ", at most " + number(spec.max);
  return spec.or_auto ? text + ", or auto" : text;
}

namespace {

std::string describe(const OptionSpec& spec) {
  const std::string words = words_of(spec).empty() ? "" : " {" + range_of(spec) + "}";
  return spec.help + words + " [" + to_string(spec.default_value) + "]";
}

/// What the methods say of one option. Methods that say the same are named together.
struct Sayings {
  OptionSpec first;
  std::vector<std::pair<std::string, std::string>> said;  ///< description, names of methods
  std::vector<std::string> words;

  void add(const std::string& method, const OptionSpec& spec) {
    const std::string description = describe(spec);
    const auto same = std::find_if(said.begin(), said.end(), [&](const auto& earlier) {
      return earlier.first == description;
    });
    if (same == said.end()) {
      said.emplace_back(description, method);
    } else {
      same->second += ", " + method;
    }
    for (const std::string& word : words_of(spec)) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
  }

  [[nodiscard]] std::string help() const {
    if (said.size() == 1) return said.front().first;
    std::string text;
    for (const auto& [description, methods] : said) {
      if (!text.empty()) text += "; ";
      text.append(methods).append(": ").append(description);
    }
    return text;
  }
};

}  // namespace

std::vector<AnyOption> all_options() {
  std::vector<Sayings> options;
  for (const std::string_view name : method_names()) {
    for (const OptionSpec& spec : make_method(name)->options()) {
      auto known = std::find_if(options.begin(), options.end(), [&](const Sayings& earlier) {
        return earlier.first.name == spec.name;
      });
      if (known == options.end())
        known = options.insert(known, {.first = spec, .said = {}, .words = {}});
      known->add(std::string(name), spec);
    }
  }
  std::vector<AnyOption> all;
  all.reserve(options.size());
  for (const Sayings& option : options)
    all.push_back({option.first.name, option.first.kind, option.help(), option.words});
  return all;
}

}  // namespace grmf::cli
