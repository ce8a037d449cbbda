#include <algorithm>
#include <iostream>

#include "commands/commands.h"
#include "commands/file_arguments.h"
#include "commands/json_output.h"
#include "grmf/io/matrix_file.h"
#include "grmf/io/model_file.h"
#include "io/format_table.h"
#include "terminal/exit_code.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

void print_info(const io::Model& model) {
  for (const auto& [name, value] : plain_fields(model)) {
    std::string label = name;
    label.resize(16, ' ');
    std::cout << label << printable(value) << "\n";
  }
  for (const std::string& warning : model.warnings)
    std::cout << "warning         " << printable(warning) << "\n";
  const auto print_entry = [](const std::string& name, const OptionValue& value) {
    std::string label = "  " + name;
    label.resize(std::max<std::size_t>(label.size() + 1, 16), ' ');
    std::cout << label << to_string(value) << "\n";
  };
  if (!model.formula.loss.empty()) {
    std::cout << "f, in absolute numbers\n";
    print_entry("loss", model.formula.loss);
    for (const auto& [name, number] : model.formula.numbers) print_entry(name, number);
  }
  std::cout << "options\n";
  for (const auto& [name, value] : model.options) print_entry(name, value);
}

}  // namespace

void add_reconstruct(Program& program) {
  Command command = program.command("reconstruct", "write what a model estimates, U V^T");
  struct Arguments {
    std::filesystem::path model;
    std::filesystem::path output;
    std::optional<io::Format> format;
    std::optional<double> peak;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("model", a->model, "model file").required();
  command.file("-o,--output", a->output, io::matrix_formats() + " file; - for standard output")
      .required();
  add_peak(command, a->peak, "white of a picture [that of the picture fitted, or 255]");
  add_format(command, a->format, "format of the output, where its name does not tell");
  command.runs([a] {
    const io::Model model = io::read_model(a->model);
    io::write_matrix(a->output, io::estimate(model), a->format, a->peak.value_or(model.peak),
                     model.names);
    return ok;
  });
}

void add_info(Program& program) {
  Command command = program.command("info", "show what a model file holds");
  struct Arguments {
    std::filesystem::path model;
    bool json = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("model", a->model, "model file").required();
  command.flag("--json", a->json, "as one JSON object");
  command.runs([a] {
    const io::Model model = io::read_model(a->model);
    if (a->json) {
      std::cout << as_json(model) << "\n";
    } else {
      print_info(model);
    }
    return ok;
  });
}

}  // namespace grmf::cli
