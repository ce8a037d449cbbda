#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "commands/commands.h"
#include "commands/json_output.h"
#include "commands/method_options.h"
#include "grmf/method.h"
#include "terminal/exit_code.h"

namespace grmf::cli {
namespace {

void print_summary(const Method& method) {
  std::size_t width = 0;
  for (const std::string_view name : method_names()) width = std::max(width, name.size());
  std::cout << method.name() << std::string(width + 2 - method.name().size(), ' ')
            << method.summary() << "\n";
}

/// Prints a line for every option of a method: name, default, range and meaning.
void print_options(const Method& method) {
  using Row = std::array<std::string, 4>;
  std::vector<Row> rows = {{"option", "default", "range", "meaning"}};
  for (const OptionSpec& spec : method.options()) {
    rows.push_back({spec.name, to_string(spec.default_value), range_of(spec), spec.help});
  }
  std::array<std::size_t, 3> widths{};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  print_summary(method);
  std::cout << "\n";
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < widths.size(); ++k) {
      std::cout << row[k] << std::string(widths[k] - row[k].size() + 2, ' ');
    }
    std::cout << row.back() << "\n";
  }
  const StopDefaults stop = method.stop_defaults();
  std::cout << "\na fit ends at tolerance " << to_string(OptionValue(stop.tolerance))
            << " or after " << stop.max_sweeps << (stop.max_sweeps == 1 ? " sweep" : " sweeps")
            << ", unless --tolerance and --max-sweeps say otherwise\n";
}

}  // namespace

void add_methods(Program& program) {
  Command command = program.command("methods", "list the methods");
  struct Arguments {
    std::string name;
    bool json = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.word("name", a->name, "only this method, with its options");
  command.flag("--json", a->json, "as one JSON array, with the options");
  command.runs([a] {
    std::vector<std::string_view> names = method_names();
    if (!a->name.empty()) names = {a->name};
    if (a->json) {
      std::cout << methods_as_json(names) << "\n";
    } else if (!a->name.empty()) {
      print_options(*make_method(a->name));
    } else {
      for (const std::string_view name : names) print_summary(*make_method(name));
    }
    return ok;
  });
}

}  // namespace grmf::cli
