#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "commands/commands.h"
#include "commands/file_arguments.h"
#include "io/matrix_file.h"
#include "io/model_file.h"
#include "terminal/exit_code.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

nlohmann::ordered_json info_json(const io::Model& model) {
  nlohmann::ordered_json options;
  for (const auto& [name, value] : model.options) {
    std::visit([&, &key = name](const auto& plain) { options[key] = plain; }, value);
  }
  nlohmann::ordered_json info = {{"format_version", model.format_version},
                                 {"method", model.method},
                                 {"rank", model.u.cols()},
                                 {"rows", model.u.rows()},
                                 {"cols", model.v.rows()},
                                 {"status", model.status},
                                 {"message", model.message},
                                 {"sweeps", model.history.empty() ? 0 : model.history.back().sweep},
                                 {"objective", model.objective},
                                 {"certificate", model.certificate},
                                 {"outliers", model.s.has_value()}};
  if (model.peak > 0) info["peak"] = model.peak;
  info["warnings"] = model.warnings;
  info["chosen"] = model.chosen;
  info["options"] = options;
  return info;
}

void print_info(const io::Model& model) {
  const nlohmann::ordered_json info = info_json(model);
  for (const auto& [key, value] : info.items()) {
    if (value.is_object() || value.is_array()) continue;
    std::string label = key;
    label.resize(16, ' ');
    std::cout << label << (value.is_string() ? printable(value.get<std::string>()) : value.dump())
              << "\n";
  }
  for (const std::string& warning : model.warnings)
    std::cout << "warning         " << printable(warning) << "\n";
  std::cout << "options\n";
  for (const auto& [name, value] : model.options) {
    std::string label = "  " + name;
    label.resize(std::max<std::size_t>(label.size(), 16), ' ');
    std::cout << label << to_string(value) << "\n";
  }
}

}  // namespace

void add_reconstruct(Program& program) {
  Command command = program.command("reconstruct", "write U V^T of a model");
  struct Arguments {
    std::filesystem::path model;
    std::filesystem::path output;
    std::optional<io::Format> format;
    std::optional<double> peak;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("model", a->model, "model file").required();
  command
      .file("-o,--output", a->output, "npy, csv, tsv, png, pgm or tiff file; - for standard output")
      .required();
  add_peak(command, a->peak, "white of a picture [that of the picture fitted, or 255]");
  add_format(command, a->format, "format of the output, where its name does not tell");
  command.runs([a] {
    const io::Model model = io::read_model(a->model);
    io::write_matrix(a->output, multiply_transposed(model.u, model.v), a->format,
                     a->peak.value_or(model.peak));
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
      std::cout << info_json(model).dump() << "\n";
    } else {
      print_info(model);
    }
    return ok;
  });
}

}  // namespace grmf::cli
