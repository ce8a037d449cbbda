#include "report/groups_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "report/shown_rows.h"
#include "report/text.h"

namespace grmf::report {
namespace {

constexpr const char* blank = "fill='#f3f4f6'";

/// The groups of a row, column by column.
struct Row {
  explicit Row(std::span<const double> values)
      : groups(groups_of(values)), symbols(symbols_of(groups)), group_at(values.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (const Index column : groups[g].members) group_at[column] = g;
    }
  }

  [[nodiscard]] Index columns() const { return std::ssize(group_at); }
  /// Whether two columns belong to one group; false where there is no column `b`.
  [[nodiscard]] bool tied(Index a, Index b) const {
    return b < columns() && group_at[a] == group_at[b];
  }

  std::vector<Group> groups;
  std::vector<char> symbols;
  std::vector<std::size_t> group_at;
};

/// Draws cells with values in them, as in the paper's Figure 2; each has a tooltip that tells more.
class LabelledCells {
 public:
  LabelledCells(Svg& svg, const CellSize& size, const ColourScale& scale)
      : svg_(svg), size_(size), scale_(scale) {}

  void draw_row(double x, double y, const Row& row, const std::string& name) {
    svg_.open_group("class='row' text-anchor='middle'");
    svg_.rect(x, y, size_.across(row.columns()) - size_.gap, height(), blank);
    for (Index column = 0; column < row.columns(); ++column) {
      const std::size_t g = row.group_at[column];
      const double left = x + size_.across(column);
      if (row.symbols[g] == zero_symbol) {
        draw_zero(left, y);
      } else if (row.symbols[g] == single_symbol) {
        draw_single(left, y, row.groups[g], name);
      } else {
        draw_tied(left, y, row.groups[g], row.symbols[g], row.tied(column, column + 1), name);
      }
    }
    svg_.close_group();
  }

 private:
  [[nodiscard]] double width() const { return size_.width - size_.gap; }
  [[nodiscard]] double height() const { return size_.height - size_.gap; }

  void label(double left, double y, const std::string& words, const std::string& ink) {
    svg_.text(left + width() / 2, y + size_.half_height(), words, "fill='" + ink + "'");
  }

  void draw_zero(double left, double y) {
    svg_.open_group("class='zero'");
    label(left, y, "0", "#b6bcc6");
    svg_.close_group();
  }

  void draw_single(double left, double y, const Group& group, const std::string& name) {
    constexpr double inset = 4;
    svg_.open_group("class='single'");
    svg_.tooltip(name + ": " + brief(group.value) + ", a value of its own");
    svg_.rect(left + inset, y + inset, width() - 2 * inset, height() - 2 * inset,
              "rx='8' fill='#ffffff' stroke-width='2' stroke='" + scale_.colour(group.value) + "'");
    label(left, y, cell_label(group.value), "#1f2937");
    svg_.close_group();
  }

  void draw_tied(double left, double y, const Group& group, char letter, bool goes_on,
                 const std::string& name) {
    // Without an overlap a faint line shows where two cells meet.
    constexpr double overlap = 1;
    const std::string ink = scale_.ink(group.value);
    svg_.open_group("class='tie'");
    svg_.tooltip(name + ": " + brief(group.value) + " in columns " + joined(group.members));
    svg_.rect(left, y, width() + (goes_on ? size_.gap + overlap : 0), height(),
              "fill='" + scale_.colour(group.value) + "'");
    label(left, y, cell_label(group.value), ink);
    svg_.text(left + 6, y + 7, std::string(1, letter), "opacity='0.75' fill='" + ink + "'", 9);
    svg_.close_group();
  }

  Svg& svg_;
  CellSize size_;
  ColourScale scale_;
};

/// Draws cells without values. All strokes of a colour make one path, and a group that covers
/// adjacent columns makes one stroke, so that a thousand rows stay a small file.
class PlainCells {
 public:
  PlainCells(const CellSize& size, const ColourScale& scale) : size_(size), scale_(scale) {}

  void add_row(Index number, const Row& row) {
    for (Index column = 0; column < row.columns();) {
      Index end = column + 1;
      while (row.tied(column, end)) ++end;
      const std::size_t g = row.group_at[column];
      const double left = size_.across(column);
      const double width = size_.across(end - column) - size_.gap;
      const std::string colour = scale_.colour(row.groups[g].value);
      if (row.symbols[g] == single_symbol) {
        const double mark = std::max(2.0, std::floor(size_.width / 3));
        add_stroke(singles_[colour], left + std::floor((width - mark) / 2), number, mark);
      } else if (row.symbols[g] != zero_symbol) {
        add_stroke(ties_[colour], left, number, width);
      }
      column = end;
    }
  }

  /// Draws the paths. One vertical unit is one row, so that the paths hold small whole numbers.
  void draw(Svg& svg, double x, double y) const {
    svg.open_group("class='cells' fill='none' transform='translate(" + brief(x) + " " +
                   brief(y + size_.height / 2) + ") scale(1 " + brief(size_.height) + ")'");
    // Rows that are lower than this have no pixel to spare for a gap between them, or around a
    // mark.
    const bool room = size_.height >= 5;
    draw_kind(svg, ties_, "tie", room ? 0.84 : 1.0);
    draw_kind(svg, singles_, "single", room ? 0.4 : 1.0);
    svg.close_group();
  }

 private:
  using Paths = std::map<std::string, std::string>;

  static void add_stroke(std::string& path, double left, Index row, double width) {
    path += "M" + brief(left) + " " + std::to_string(row) + "h" + brief(width);
  }

  static void draw_kind(Svg& svg, const Paths& paths, const std::string& kind, double width) {
    const std::string look = "class='" + kind + "' stroke-width='" + brief(width) + "' stroke='";
    for (const auto& [colour, path] : paths) svg.strokes(path, look + colour + "'");
  }

  CellSize size_;
  ColourScale scale_;
  Paths ties_;
  Paths singles_;
};

std::size_t longest_label(const Matrix& factor) {
  std::size_t longest = 0;
  for (const double value : factor.values()) longest = std::max(longest, cell_label(value).size());
  return longest;
}

}  // namespace

CellSize cell_size(const Matrix& u, const Matrix& v) {
  constexpr double most_labelled = 24;
  const auto rows = static_cast<double>(std::max({u.rows(), v.rows(), Index{1}}));
  const auto columns = static_cast<double>(std::max(u.cols(), Index{1}));
  if (rows <= most_labelled && columns <= most_labelled) {
    const auto letters = static_cast<double>(std::max(longest_label(u), longest_label(v)));
    return {true, std::max(50.0, 7.5 * letters + 22), 31, 3};
  }
  // Heights are whole pixels, so that rows are sharp, unless the picture would become too high to
  // look at.
  constexpr double panel_height = 1200;
  constexpr double panel_width = 300;
  const double width = std::clamp(std::floor(panel_width / columns), 4.0, 32.0);
  const double height = std::min(16.0, panel_height / rows);
  return {false, width, rows <= panel_height ? std::floor(height) : height, width < 8 ? 1.0 : 2.0};
}

void draw_cells(Svg& svg, double x, double y, const Matrix& rows, const CellSize& size,
                const ColourScale& scale, const RowLabel& label) {
  if (size.labelled) {
    LabelledCells cells(svg, size, scale);
    for (Index i = 0; i < rows.rows(); ++i) {
      cells.draw_row(x, y + size.down(i), Row(rows.row(i)), label(i));
    }
    return;
  }
  svg.rect(x, y, size.across(rows.cols()), size.down(rows.rows()), blank);
  PlainCells cells(size, scale);
  for (Index i = 0; i < rows.rows(); ++i) cells.add_row(i, Row(rows.row(i)));
  cells.draw(svg, x, y);
}

std::string cell_label(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

}  // namespace grmf::report
