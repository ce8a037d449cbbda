#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>

#include "commands/commands.h"
#include "commands/csv_line.h"
#include "commands/groups_text.h"
#include "commands/json_output.h"
#include "grmf/error.h"
#include "grmf/io/model_file.h"
#include "report/groups_picture.h"
#include "report/shown_rows.h"
#include "report/svg.h"
#include "terminal/exit_code.h"
#include "terminal/file_name.h"
#include "terminal/parse_number.h"

/// Groups are what the factorisation is for. They are shown as a pattern for every row, which can
/// be taken in at a glance, as a picture, and as tables for other programs.
namespace grmf::cli {
namespace {

using report::RowRange;
using report::ShownRow;
using report::ShownRows;

/// The rows that --rows gives, "0:12". Throws Error naming the flag.
RowRange parse_rows(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw Error(ErrorCode::wrong_kind,
                "--rows takes A:B, the first row and the one behind the last, not '" + text + "'");
  }
  // Unsigned, so that a negative number is refused as what it is.
  const auto number = [](const std::string& part) {
    constexpr std::uint64_t most = std::numeric_limits<Index>::max();
    return static_cast<Index>(std::min(parse_number<std::uint64_t>("--rows", part), most));
  };
  const RowRange range{number(text.substr(0, colon)), number(text.substr(colon + 1))};
  if (range.first < range.end) return range;
  throw Error(ErrorCode::out_of_range,
              "--rows is " + text +
                  "; A:B are the rows from A up to, not including, B, so B must be greater than A");
}

void print_csv(const ShownRows& shown) {
  const bool named = shown.names != Names();
  std::cout << (named ? "factor,row,name,value,members\n" : "factor,row,value,members\n");
  for_each_row(shown, [&](const ShownRow& row, const std::vector<Group>& groups) {
    for (const Group& group : groups) {
      std::vector<std::string> fields = {std::string(1, row.factor), std::to_string(row.number)};
      if (named) fields.push_back(row.name);
      fields.push_back(to_string(OptionValue(group.value)));
      fields.push_back(report::joined(group.members));
      print_csv_line(fields);
    }
  });
}

}  // namespace

void add_groups(Program& program) {
  Command command = program.command("groups", "show the groups in every row of the factors");
  struct Arguments {
    std::filesystem::path model;
    std::optional<std::filesystem::path> output;
    RowRange rows;
    bool json = false;
    bool csv = false;
  };
  const auto a = std::make_shared<Arguments>();
  command.file("model", a->model, "model file").required();
  const Argument picture =
      command.file("-o,--output", a->output, "draw them: an svg file; - for standard output");
  command.parsed("--rows", a->rows, parse_rows, "only rows A to B-1 of U and V, counted from 0")
      .placeholder("A:B");
  const Argument json = command.flag("--json", a->json, "as one JSON object").excludes(picture);
  command.flag("--csv", a->csv, "as a table: factor, row, its name if any, value, members")
      .excludes(json)
      .excludes(picture);
  command.runs([a] {
    if (a->output) report::check_svg_output(*a->output);
    const io::Model model = io::read_model(a->model);
    const ShownRows shown = naming(a->model, [&] { return shown_rows(model, a->rows); });
    if (a->output) {
      report::write_groups_picture(*a->output, shown);
    } else if (a->json) {
      std::cout << as_json(shown) << "\n";
    } else if (a->csv) {
      print_csv(shown);
    } else {
      print_groups(shown);
    }
    return ok;
  });
}

}  // namespace grmf::cli
