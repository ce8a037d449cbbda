#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/groups.h"
#include "io/matrix_file.h"
#include "io/model_file.h"

namespace grmf::cli {
namespace {

/// The measures of a fit are those of its factors.
Result as_result(const io::Model& model) {
  Result result;
  result.u = model.u;
  result.v = model.v;
  return result;
}

using RowVisitor = std::function<void(char factor, Index row, const std::vector<Group>& groups)>;

void for_each_row(const io::Model& model, const RowVisitor& visit) {
  for (Index i = 0; i < model.u.rows(); ++i) visit('U', i, groups_of(model.u.row(i)));
  for (Index j = 0; j < model.v.rows(); ++j) visit('V', j, groups_of(model.v.row(j)));
}

std::string joined(const std::vector<Index>& members, const char* separator) {
  std::string text;
  for (const Index member : members)
    text += (text.empty() ? "" : separator) + std::to_string(member);
  return text;
}

nlohmann::ordered_json group_summary(const io::Model& model) {
  const Result result = as_result(model);
  const GroupCount exact = result.groups();
  const GroupCount paper = result.groups_paper();
  return {{"groups_mean", exact.mean},       {"groups_std", exact.deviation},
          {"groups_paper_mean", paper.mean}, {"groups_paper_std", paper.deviation},
          {"sparsity", result.sparsity()},   {"tied", result.tied()}};
}

void print_groups_json(const io::Model& model) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for_each_row(model, [&](char factor, Index row, const std::vector<Group>& groups) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Group& group : groups)
      list.push_back({{"value", group.value}, {"members", group.members}});
    rows.push_back({{"factor", std::string(1, factor)}, {"row", row}, {"groups", list}});
  });
  std::cout << nlohmann::ordered_json{{"summary", group_summary(model)}, {"rows", rows}}.dump()
            << "\n";
}

void print_groups_csv(const io::Model& model) {
  std::cout << "factor,row,value,members\n";
  for_each_row(model, [](char factor, Index row, const std::vector<Group>& groups) {
    for (const Group& group : groups) {
      std::cout << factor << "," << row << "," << to_string(OptionValue(group.value)) << ","
                << joined(group.members, " ") << "\n";
    }
  });
}

/// "U 17   -3.2 {1}   0 {0 4}   5.1 {2 3}": by value, with the columns that hold it.
void print_groups_text(const io::Model& model) {
  for_each_row(model, [](char factor, Index row, const std::vector<Group>& groups) {
    std::string line = factor + (" " + std::to_string(row));
    line.resize(std::max<std::size_t>(line.size(), 8), ' ');
    for (const Group& group : groups) {
      std::string cell = brief(group.value) + " {" + joined(group.members, " ") + "}";
      cell.resize(std::max<std::size_t>(cell.size(), 18), ' ');
      line += "  " + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << "\n";
  });
  const Result result = as_result(model);
  std::cout << "\n"
            << model.u.rows() << " rows of U and " << model.v.rows() << " rows of V with "
            << model.u.cols() << " entries each: " << brief(result.groups().mean)
            << " distinct values in a row on average (" << brief(result.groups_paper().mean)
            << " by the paper's count), " << brief(100 * result.sparsity()) << " % zeros, "
            << brief(100 * result.tied()) << " % of the values saved\n";
}

nlohmann::ordered_json info_json(const io::Model& model) {
  nlohmann::ordered_json options;
  for (const auto& [name, value] : model.options) {
    std::visit([&, &key = name](const auto& plain) { options[key] = plain; }, value);
  }
  return {{"format_version", model.format_version},
          {"method", model.method},
          {"rank", model.u.cols()},
          {"rows", model.u.rows()},
          {"cols", model.v.rows()},
          {"status", model.status},
          {"message", model.message},
          {"sweeps", model.history.empty() ? 0 : model.history.back().sweep},
          {"objective", model.objective},
          {"certificate", model.certificate},
          {"outliers", model.s.has_value()},
          {"warnings", model.warnings},
          {"options", options}};
}

void print_info(const io::Model& model) {
  const nlohmann::ordered_json info = info_json(model);
  for (const auto& [key, value] : info.items()) {
    if (value.is_object() || value.is_array()) continue;
    std::string label = key;
    label.resize(16, ' ');
    std::cout << label << (value.is_string() ? value.get<std::string>() : value.dump()) << "\n";
  }
  for (const std::string& warning : model.warnings)
    std::cout << "warning         " << warning << "\n";
  std::cout << "options\n";
  for (const auto& [name, value] : model.options) {
    std::string label = "  " + name;
    label.resize(std::max<std::size_t>(label.size(), 16), ' ');
    std::cout << label << to_string(value) << "\n";
  }
}

}  // namespace

void add_reconstruct(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("reconstruct", "write U V^T of a model");
  struct Arguments {
    std::filesystem::path model;
    std::filesystem::path output;
    std::optional<io::Format> format;
    double peak = 0.0;
  };
  const auto a = std::make_shared<Arguments>();
  command.add_option("model", a->model, "model file")->required();
  command
      .add_option("-o,--output", a->output, "npy, csv, tsv, png or pgm file; - for standard output")
      ->required();
  command.add_option("--peak", a->peak, "white of a picture: 255, or more for 16 bits [255]");
  add_format(command, a->format, "format of the output, where its name does not tell");
  command.callback([a] {
    const io::Model model = io::read_model(a->model);
    io::write_matrix(a->output, multiply_transposed(model.u, model.v), a->format, a->peak);
  });
}

void add_groups(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("groups", "show the groups in every row of the factors");
  struct Arguments {
    std::filesystem::path model;
    bool json = false;
    bool csv = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.add_option("model", a->model, "model file")->required();
  CLI::Option* json = command.add_flag("--json", a->json, "as one JSON object");
  command.add_flag("--csv", a->csv, "as a table: factor, row, value, members")->excludes(json);
  command.callback([a] {
    const io::Model model = io::read_model(a->model);
    if (a->json) return print_groups_json(model);
    if (a->csv) return print_groups_csv(model);
    print_groups_text(model);
  });
}

void add_info(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("info", "show what a model file holds");
  struct Arguments {
    std::filesystem::path model;
    bool json = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.add_option("model", a->model, "model file")->required();
  command.add_flag("--json", a->json, "as one JSON object");
  command.callback([a] {
    const io::Model model = io::read_model(a->model);
    if (a->json) {
      std::cout << info_json(model).dump() << "\n";
    } else {
      print_info(model);
    }
  });
}

}  // namespace grmf::cli
