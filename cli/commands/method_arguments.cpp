#include "commands/method_arguments.h"

#include <algorithm>

#include "commands/method_options.h"
#include "grmf/error.h"
#include "terminal/option_flag.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

void add_setting(MethodArguments& arguments, const std::string& name, const std::string& text) {
  if (name == "preset") {
    arguments.preset = text;
    return;
  }
  arguments.settings.emplace_back(name, text);
}

void add_method_flags(Command& command, MethodArguments& arguments) {
  for (const auto& [name, kind, help, words] : all_options()) {
    if (name == "preset") continue;  // --preset is added by itself: it is set before all others
    std::string flag = "--" + kebab(name);
    if (kebab(name) != name) flag += ",--" + name;
    const auto set = [&arguments, option = name](const std::string& text) {
      add_setting(arguments, option, text);
    };
    command.parsed(flag, set, help)
        .placeholder(kind == OptionKind::choice ? "NAME" : "NUMBER")
        .under("Options of the method")
        .in_order();  // together with those that --set gives
  }
}

/// Adds the setting that --set gives as "name=value".
void add_pair(MethodArguments& arguments, const std::string& pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string::npos) {
    throw Error(ErrorCode::wrong_kind, "--set takes name=value, not '" + pair + "'");
  }
  add_setting(arguments, pair.substr(0, equals), pair.substr(equals + 1));
}

void set_from_text(Method& method, const std::string& name, const std::string& text) {
  std::string option = name;
  std::replace(option.begin(), option.end(), '-', '_');
  const auto specs = method.options();
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& candidate) {
    return candidate.name == option;
  });
  // An option that the method does not have: the message of set() lists those it has.
  method.set(option, spec == specs.end() ? OptionValue(text) : parse_value(*spec, text));
}

std::optional<int> parse_rank(const std::string& text) {
  if (text == "auto") return std::nullopt;
  return parse_number<int>("--rank", text);
}

}  // namespace

void add_method_arguments(Command& command, MethodArguments& arguments) {
  command.word("-m,--method", arguments.name, "see grmf methods [grmf]");
  command.word("--preset", arguments.preset, "standard, or published: what the paper ran")
      .in_order();
  const auto set = [&arguments](const std::string& pair) { add_pair(arguments, pair); };
  command.parsed("--set", set, "an option of the method, as name=value")
      .placeholder("NAME=VALUE")
      .in_order();
  add_method_flags(command, arguments);
}

void add_rank(Command& command, MethodArguments& arguments) {
  command
      .parsed("-r,--rank", arguments.rank, parse_rank,
              "number of columns of U and V; auto: by entries that are held out [auto]")
      .placeholder("N");
}

int rank_or_auto(const MethodArguments& arguments) {
  const int rank = arguments.rank.value_or(0);
  if (rank < 0 || (arguments.rank && rank == 0)) {
    throw Error(ErrorCode::out_of_range,
                "rank is " + std::to_string(rank) + "; it must be at least 1, or auto");
  }
  return rank;
}

std::unique_ptr<Method> configured_method(const MethodArguments& arguments) {
  auto method = make_method(arguments.name);
  for (const auto& [name, value] : arguments.defaults) method->set(name, value);
  if (!arguments.preset.empty()) method->set("preset", arguments.preset);
  for (const auto& [name, text] : arguments.settings) set_from_text(*method, name, text);
  return method;
}

bool given(const MethodArguments& arguments, std::string_view option) {
  return std::any_of(arguments.settings.begin(), arguments.settings.end(),
                     [&](const auto& setting) { return setting.first.starts_with(option); });
}

}  // namespace grmf::cli
