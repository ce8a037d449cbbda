#include "commands/outlier_table.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

#include "commands/labels.h"
#include "io/utf8.h"
#include "report/text.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

using Line = std::array<std::string, 6>;

Line line_of(const Outlier& entry, const Names& names) {
  return {short_name(label_of(names.rows, entry.row)),
          short_name(label_of(names.columns, entry.col)),
          report::brief(entry.value),
          report::brief(entry.estimate),
          report::brief(entry.value - entry.estimate),
          report::brief(entry.deviations)};
}

}  // namespace

void print_outliers(const std::vector<Outlier>& outliers, const Names& names) {
  std::vector<Line> lines = {{"row", "column", "value", "model", "residual", "sigmas"}};
  for (const Outlier& entry : outliers) lines.push_back(line_of(entry, names));
  std::array<std::size_t, 6> widths{};
  for (const Line& line : lines) {
    for (std::size_t k = 0; k < line.size(); ++k)
      widths[k] = std::max(widths[k], io::characters_in(line[k]));
  }
  for (const Line& line : lines) {
    std::string text;
    for (std::size_t k = 0; k < line.size(); ++k)
      text += "  " + std::string(widths[k] - io::characters_in(line[k]), ' ') + line[k];
    std::cout << text << "\n";
  }
}

}  // namespace grmf::cli
