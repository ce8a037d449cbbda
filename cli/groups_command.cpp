#include <algorithm>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>

#include <nlohmann/json.hpp>

#include "common.h"
#include "grmf/groups.h"
#include "io/model_file.h"

/// Groups are what this model is for: a pattern per row that shows them at a glance, and tables for programs.
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

std::string joined(const std::vector<Index>& members) {
  std::string text;
  for (const Index member : members) text += (text.empty() ? "" : " ") + std::to_string(member);
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

void print_json(const io::Model& model) {
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

void print_csv(const io::Model& model) {
  std::cout << "factor,row,value,members\n";
  for_each_row(model, [](char factor, Index row, const std::vector<Group>& groups) {
    for (const Group& group : groups) {
      std::cout << factor << "," << row << "," << to_string(OptionValue(group.value)) << ","
                << joined(group.members) << "\n";
    }
  });
}

constexpr char zero_sign = '.';
constexpr char single_sign = '*';

/// What stands for each group: zeros and values of their own have a sign, ties get letters.
std::vector<char> signs_of(const std::vector<Group>& groups) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::vector<char> signs;
  std::size_t ties = 0;
  for (const Group& group : groups) {
    if (group.value == 0) {
      signs.push_back(zero_sign);
    } else if (group.members.size() == 1) {
      signs.push_back(single_sign);
    } else {
      signs.push_back(letters[std::min(ties++, letters.size() - 1)]);
    }
  }
  return signs;
}

/// One sign per column of the factor, such as "aa.*".
std::string pattern_of(const std::vector<Group>& groups, const std::vector<char>& signs) {
  std::map<Index, char> by_column;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index member : groups[g].members) by_column[member] = signs[g];
  }
  std::string pattern;
  for (const auto& [column, sign] : by_column) pattern += sign;
  return pattern;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

/// Name and pattern, so wide that what follows stands below its heading.
std::string row_start(const std::string& name, const std::string& pattern, Index rank) {
  return padded(name, 9) + padded(pattern, std::max<std::size_t>(7, rank)) + "  ";
}

/// "U 17    aa.*    a 2.15181 {0 1}    * 1.56628 {3}": the zeros are told by the pattern alone.
void print_row(char factor, Index row, const std::vector<Group>& groups) {
  const std::vector<char> signs = signs_of(groups);
  std::string line = row_start(factor + (" " + std::to_string(row)), pattern_of(groups, signs), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (signs[g] == zero_sign) continue;
    line +=
        padded(signs[g] + (" " + brief(groups[g].value)) + " {" + joined(groups[g].members) + "}",
               20) +
        " ";
  }
  line.erase(line.find_last_not_of(' ') + 1);
  std::cout << line << "\n";
}

/// How many rows have how many distinct values, with bars.
void print_distribution(const io::Model& model) {
  std::map<std::size_t, Index> rows_with;
  for_each_row(model, [&](char /*factor*/, Index /*row*/, const std::vector<Group>& groups) {
    ++rows_with[groups.size()];
  });
  Index most = 0;
  for (const auto& [count, rows] : rows_with) most = std::max(most, rows);
  std::cout << "\ndistinct values in a row, of " << model.u.cols() << ":\n";
  constexpr Index bar = 40;
  for (const auto& [count, rows] : rows_with) {
    std::cout << std::setw(4) << count << std::setw(9) << rows
              << (rows == 1 ? " row   " : " rows  ")
              << std::string((rows * bar + most - 1) / most, '#') << "\n";
  }
}

void print_text(const io::Model& model) {
  std::cout << row_start("row", "pattern", model.u.cols()) << "values {columns}     (" << zero_sign
            << " zero, " << single_sign << " a value of its own, equal letters equal values)\n";
  for_each_row(model, print_row);
  print_distribution(model);
  const Result result = as_result(model);
  std::cout << "\n"
            << model.u.rows() << " rows of U and " << model.v.rows()
            << " rows of V: " << brief(result.groups().mean)
            << " distinct values in a row on average (" << brief(result.groups_paper().mean)
            << " by the paper's count), " << percent(result.sparsity()) << " zeros, "
            << percent(result.tied()) << " of the values saved\n";
}

}  // namespace

void add_groups(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("groups", "show the groups in every row of the factors");
  struct Arguments {
    std::filesystem::path model;
    bool json = false;
    bool csv = false;
  };
  const auto a = std::make_shared<Arguments>();
  add_file(command, "model", a->model, "model file")->required();
  CLI::Option* json = command.add_flag("--json", a->json, "as one JSON object");
  command.add_flag("--csv", a->csv, "as a table: factor, row, value, members")->excludes(json);
  command.callback([a] {
    const io::Model model = io::read_model(a->model);
    if (a->json) return print_json(model);
    if (a->csv) return print_csv(model);
    print_text(model);
  });
}

}  // namespace grmf::cli
