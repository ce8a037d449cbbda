#include "commands/groups_text.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>

#include <unistd.h>

#include "io/utf8.h"
#include "report/text.h"
#include "terminal/messages.h"
#include "terminal/terminal.h"

namespace grmf::cli {
namespace {

using report::brief;
using report::ShownRow;
using report::ShownRows;
using report::single_symbol;
using report::zero_symbol;

/// The pattern of a row: for every column of the factor a character, such as "aa.*".
std::string pattern_of(const std::vector<Group>& groups, const std::vector<char>& symbols) {
  std::map<Index, char> by_column;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index member : groups[g].members) by_column[member] = symbols[g];
  }
  std::string pattern;
  for (const auto& [column, symbol] : by_column) pattern += symbol;
  return pattern;
}

/// The letters get coloured backgrounds; other characters stay as they are. The colours are six of
/// those that every terminal has, beginning with those that differ most.
std::string painted(const std::string& symbols) {
  constexpr std::array colours = {43, 46, 45, 42, 44, 41};
  std::string text;
  for (const char symbol : symbols) {
    const bool small = symbol >= 'a' && symbol <= 'z';
    if (!small && (symbol < 'A' || symbol > 'Z')) {
      text += symbol;
      continue;
    }
    const auto letter = static_cast<std::size_t>(small ? symbol - 'a' : symbol - 'A' + 26);
    text +=
        "\033[30;" + std::to_string(colours[letter % colours.size()]) + "m" + symbol + "\033[0m";
  }
  return text;
}

class RowPrinter {
 public:
  RowPrinter(const ShownRows& shown, bool coloured)
      : pattern_width_(
            std::max<std::size_t>(std::string_view("pattern").size(), shown.factors.u.cols())),
        coloured_(coloured) {
    for_each_row(shown, [&](const ShownRow& row, const std::vector<Group>& /*groups*/) {
      name_width_ = std::max(name_width_, io::characters_in(label_of(row)) + 2);
    });
  }

  void print_heading() const {
    std::cout << padded("row", name_width_) << padded("pattern", pattern_width_)
              << "  values {columns}     (" << zero_symbol << " zero, " << single_symbol
              << " a value of its own, equal letters equal values)\n";
  }

  /// Prints "U 17    aa.*    a 2.15181 {0 1}    * 1.56628 {3}": zeros are in the pattern alone.
  void print_row(const ShownRow& row, const std::vector<Group>& groups) const {
    const std::vector<char> symbols = report::symbols_of(groups);
    const std::string pattern = pattern_of(groups, symbols);
    std::string line = padded(label_of(row), name_width_) + shown(pattern);
    // Blanks are added only before what follows, so that a line does not end in them.
    std::size_t blanks = pattern_width_ - pattern.size() + 2;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (symbols[g] == zero_symbol) continue;
      constexpr std::size_t value_width = 21;
      const std::string value =
          " " + brief(groups[g].value) + " {" + report::joined(groups[g].members) + "}";
      line += std::string(blanks, ' ') + shown(std::string(1, symbols[g])) + value;
      blanks = value_width - std::min(value_width - 1, 1 + value.size());
    }
    std::cout << line << "\n";
  }

 private:
  [[nodiscard]] std::string shown(const std::string& symbols) const {
    return coloured_ ? painted(symbols) : symbols;
  }

  /// "U 17", or "U Paris" where it has a name; a long one is cut.
  static std::string label_of(const ShownRow& row) {
    return std::string(1, row.factor) + " " +
           (row.name.empty() ? std::to_string(row.number) : short_name(row.name));
  }

  std::size_t name_width_ = 9;
  std::size_t pattern_width_;
  bool coloured_;
};

/// Prints a line for every number that occurs: how often it does, and a bar of that length.
void print_bars(const std::map<std::size_t, Index>& counts, const std::string& one,
                const std::string& many) {
  Index most = 0;
  for (const auto& [number, count] : counts) most = std::max(most, count);
  constexpr Index bar = 40;
  for (const auto& [number, count] : counts) {
    std::cout << std::setw(4) << number << std::setw(9) << count << " "
              << padded(count == 1 ? one : many, many.size()) << "  "
              << std::string((count * bar + most - 1) / most, '#') << "\n";
  }
}

std::map<std::size_t, Index> distinct_values(const ShownRows& shown) {
  std::map<std::size_t, Index> rows_with;
  for_each_row(shown, [&](const ShownRow& /*row*/, const std::vector<Group>& groups) {
    ++rows_with[groups.size()];
  });
  return rows_with;
}

}  // namespace

void print_groups(const ShownRows& shown) {
  const Index rank = shown.factors.u.cols();
  const RowPrinter printer(shown, is_capable_terminal(STDOUT_FILENO) && colour_wanted());
  printer.print_heading();
  for_each_row(shown, [&](const ShownRow& row, const std::vector<Group>& groups) {
    printer.print_row(row, groups);
  });
  std::cout << "\ndistinct values in a row, of " << rank << ":\n";
  print_bars(distinct_values(shown), "row", "rows");
  const auto sizes = group_sizes(shown);
  if (!sizes.empty()) std::cout << "\nentries in a group, zeros apart:\n";
  print_bars(sizes, "group", "groups");
  std::cout << "\n" << which_rows(shown) << ": " << summary_of(shown) << "\n";
  if (shown.factors.evidence) std::cout << report::said_of(*shown.factors.evidence) << "\n";
}

}  // namespace grmf::cli
