#include "commands/start_options.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "commands/scale.h"
#include "grmf/io/model_file.h"
#include "grmf/method.h"
#include "terminal/file_name.h"

namespace grmf::cli {
namespace {

/// The options that the command line gives, each once, by the names that the methods use.
std::vector<std::string> given_names(const MethodArguments& arguments) {
  std::vector<std::string> names;
  for (const auto& [name, text] : arguments.settings) {
    std::string option = name;
    std::replace(option.begin(), option.end(), '-', '_');
    if (std::find(names.begin(), names.end(), option) == names.end()) names.push_back(option);
  }
  return names;
}

/// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? " and " : ", ";
    text += words[k];
  }
  return text;
}

/// The options of the start that this method has, in the order in which it takes them. Throws Error
/// for a value that it refuses.
std::vector<std::pair<std::string, OptionValue>> options_of(const io::Start& start,
                                                            Method& method) {
  std::vector<std::pair<std::string, OptionValue>> taken;
  for (const OptionSpec& spec : method.options()) {
    for (const auto& option : start.options) {
      if (option.first != spec.name) continue;
      method.set(option.first, option.second);
      taken.push_back(option);
    }
  }
  return taken;
}

/// Takes the options of the start, and says which hold.
std::string take_options(const io::Start& start, const std::string& file,
                         MethodArguments& arguments) {
  const auto method = make_method(arguments.name);
  if (start.method != method->name()) {
    return "options of " + file + " are not taken: it is a model of " + start.method +
           ", and this fit is by " + std::string(method->name());
  }
  if (!arguments.preset.empty()) return "options of " + file + " are not taken: a preset is given";
  arguments.defaults = options_of(start, *method);
  const std::vector<std::string> others = given_names(arguments);
  return "options are those of " + file + (others.empty() ? "" : ", except " + joined(others));
}

}  // namespace

void take_start(FitArguments& arguments) {
  if (!arguments.start) return;
  io::Start start = io::read_start_with_options(*arguments.start);
  arguments.options.start = std::move(start.factors);
  if (start.method.empty()) return;
  arguments.start_note = naming(*arguments.start, [&] {
    return take_options(start, file_name(*arguments.start), arguments.method);
  });
  if (!arguments.scale && !start.sizes.empty()) {
    arguments.scale = start.sizes.rows.empty() ? ScaleBy::columns : ScaleBy::rows;
    arguments.start_note += std::string("; --scale ") + scale_name(start.sizes) + " as there";
  }
}

}  // namespace grmf::cli
