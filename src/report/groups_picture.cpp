#include "report/groups_picture.h"

#include <algorithm>
#include <cmath>

#include "io/utf8.h"
#include "report/groups_cells.h"
#include "report/svg.h"
#include "report/text.h"

namespace grmf::report {
namespace {

namespace fs = std::filesystem;

constexpr double margin = 32;
constexpr double top = 124;  // top of the cells; the title and the column numbers stand above
constexpr double side_width = 250;  // width of legend and chart
const std::string dark = "fill='#1f2937'";
const std::string strong = dark + " font-weight='600'";
const std::string grey = "fill='#6b7280'";
const std::string middle = " text-anchor='middle'";
const std::string right = " text-anchor='end'";

double largest_of(const Matrix& factor) {
  double largest = 0;
  for (const double value : factor.values()) largest = std::max(largest, std::abs(value));
  return largest;
}

/// The first step of 1, 2, 5, 10, 20, ... that keeps numbers this far apart.
Index step_of(double pitch, double apart) {
  for (Index ten = 1;; ten *= 10) {
    for (const Index step : {ten, 2 * ten, 5 * ten}) {
      if (static_cast<double>(step) * pitch >= apart) return step;
    }
  }
}

/// The room that the longest of the names takes, in pixels. Most letters are narrower than this.
double room_for(const std::vector<std::string>& names) {
  constexpr double letter = 6.2;
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, io::characters_in(name));
  return letter * static_cast<double>(longest) + 14;
}

/// The part of the picture that shows one factor: its name, its column numbers, the names or
/// numbers of its rows, its cells.
struct Panel {
  Panel(std::string factor, const Matrix& all, Index first_row, std::vector<std::string> row_names,
        const CellSize& cell)
      : name(std::move(factor)),
        rows(all),
        first(first_row),
        names(std::move(row_names)),
        size(cell),
        scale(largest_of(all)) {
    constexpr std::size_t longest = 18;
    for (std::string& row : names) row = io::shortened(row, longest);
    label_room = std::max(label_room, room_for(names));
  }

  [[nodiscard]] double width() const { return label_room + size.across(rows.cols()); }
  [[nodiscard]] double height() const { return size.down(rows.rows()); }

  void draw(Svg& svg, double left) const {
    const double x = left + label_room;
    svg.open_group("class='" + name + "'");
    svg.text(x, top - 36, name, strong, 16);
    svg.text(x + 20, top - 35, std::to_string(rows.rows()) + " x " + std::to_string(rows.cols()),
             grey);
    for (Index l = 0, step = step_of(size.width, 20); l < rows.cols(); l += step) {
      svg.text(x + size.across(l) + (size.width - size.gap) / 2, top - 11, std::to_string(l),
               grey + middle, 10);
    }
    // The row numbers are round numbers of the model, whatever row is the first one here.
    const Index step = step_of(size.height, 13);
    for (Index i = (step - first % step) % step; i < rows.rows(); i += step) {
      svg.text(x - 8, top + size.down(i) + size.half_height(), label(i), grey + right, 10);
    }
    draw_cells(svg, x, top, rows, size, scale, [&](Index i) { return name + " " + label(i); });
    svg.close_group();
  }

  /// What row `i` of those here is called.
  [[nodiscard]] std::string label(Index i) const {
    const bool named = !names.empty() && !names[first + i].empty();
    return named ? names[first + i] : std::to_string(first + i);
  }

  double label_room = 40;  // for the names or numbers of the rows
  std::string name;
  const Matrix& rows;
  Index first;
  std::vector<std::string> names;  // of all rows of the model; may be empty
  CellSize size;
  ColourScale scale;
};

/// The legend and chart beside the factors, from top to bottom.
class Side {
 public:
  Side(Svg& svg, double left) : svg_(svg), x_(left) {}

  [[nodiscard]] double bottom() const { return y_; }

  /// The three kinds of cell, drawn as they are in the factors.
  void draw_kinds(bool labelled) {
    heading("Cells");
    const CellSize size = labelled ? CellSize{true, 46, 31, 3} : CellSize{false, 23, 16, 2};
    const auto kind = [&](const Matrix& cells, const std::string& words) {
      draw_cells(svg_, x_, y_, cells, size, ColourScale(5), [](Index) { return "for example"; });
      svg_.text(x_ + size.across(2) + 10, y_ + size.half_height(), words, dark);
      y_ += size.height + 6;
    };
    kind(Matrix{{3.0, 3.0}}, "a group: equal values");
    kind(Matrix{{3.0}}, "a value of its own");
    kind(Matrix{{0.0}}, "zero");
    y_ += block_gap;
  }

  /// The colours from the least value of a factor to its largest, linear in the value.
  void draw_scale(const Panel& panel) {
    constexpr int steps = 64;
    constexpr double step = 3;
    constexpr double label_room = 36;
    const auto values = panel.rows.values();
    const double low = std::min(0.0, *std::min_element(values.begin(), values.end()));
    const double high = std::max(0.0, *std::max_element(values.begin(), values.end()));
    const double left = x_ + 20;
    const double end = left + steps * step;
    svg_.text(x_, y_ + 7, panel.name, strong);
    if (low == high) {
      svg_.text(left, y_ + 7, "zeros alone", grey);
      y_ += 26;
      return;
    }
    svg_.open_group("class='scale' shape-rendering='crispEdges'");
    for (int k = 0; k < steps; ++k) {
      const double value = std::lerp(low, high, (k + 0.5) / steps);
      svg_.rect(left + k * step, y_, step, 14, "fill='" + panel.scale.colour(value) + "'");
    }
    svg_.close_group();
    const double zero = std::lerp(left, end, -low / (high - low));
    if (zero - left > label_room && end - zero > label_room) {
      svg_.text(zero, y_ + 23, "0", grey + middle, 10);
    }
    svg_.text(left, y_ + 23, cell_label(low), grey, 10);
    svg_.text(end, y_ + 23, cell_label(high), grey + right, 10);
    y_ += 42;
  }

  /// A chart of how many groups have how many members.
  void draw_sizes(const std::map<std::size_t, Index>& sizes) {
    heading("Sizes of the groups");
    constexpr double left = 74;
    constexpr double longest = side_width - left - 52;
    Index most = 1;
    for (const auto& [members, groups] : sizes) most = std::max(most, groups);
    for (const auto& [members, groups] : sizes) {
      const double length = longest * static_cast<double>(groups) / static_cast<double>(most);
      svg_.text(x_, y_ + 8, std::to_string(members) + (members == 1 ? " entry" : " entries"), dark);
      svg_.rect(x_ + left, y_, length, 16, members == 1 ? "fill='#d1d5db'" : "fill='#6b7280'");
      svg_.text(x_ + left + length + 6, y_ + 8, std::to_string(groups), grey, 11);
      y_ += 22;
    }
  }

  void note(const std::string& words) {
    svg_.text(x_, y_ + 10, words, grey, 11);
    y_ += 22;
  }

  void heading(const std::string& words) {
    svg_.text(x_, y_, words, strong, 13);
    y_ += 20;
  }

  void space() { y_ += block_gap; }

 private:
  static constexpr double block_gap = 18;
  Svg& svg_;
  double x_;
  double y_ = top - 36;
};

/// A note such as "34 zeros not counted".
std::string zeros_apart(const ShownRows& shown) {
  Index zeros = 0;
  for_each_row(shown, [&](const ShownRow& /*row*/, const std::vector<Group>& groups) {
    for (const Group& group : groups) zeros += group.value == 0 ? std::ssize(group.members) : 0;
  });
  return std::to_string(zeros) + (zeros == 1 ? " zero" : " zeros") + " not counted";
}

}  // namespace

std::string groups_picture(const ShownRows& shown) {
  const Matrix& u = shown.factors.u;
  const Matrix& v = shown.factors.v;
  const CellSize size = cell_size(u, v);
  Svg svg;
  const std::string title = "Groups in " + which_rows(shown);
  svg.text(margin, 34, title, strong, 18);
  svg.text(margin, 58, summary_of(shown), grey);

  double left = margin - 12;
  double height = 0;
  std::vector<Panel> panels;
  if (!u.empty()) panels.emplace_back("U", u, shown.first, shown.names.rows, size);
  if (!v.empty()) panels.emplace_back("V", v, shown.first, shown.names.columns, size);
  for (const Panel& panel : panels) {
    panel.draw(svg, left);
    left += panel.width() + 20;
    height = std::max(height, panel.height());
  }

  Side side(svg, left + 28);
  side.draw_kinds(size.labelled);
  side.heading("Values");
  for (const Panel& panel : panels) side.draw_scale(panel);
  side.space();
  side.draw_sizes(group_sizes(shown));
  side.note(zeros_apart(shown));
  constexpr double least_width = 840;  // room for the summary
  return svg.file(std::max(least_width, left + 28 + side_width + margin),
                  std::ceil(std::max(top + height, side.bottom()) + margin), title);
}

void write_groups_picture(const fs::path& output, const ShownRows& shown) {
  write_svg(output, groups_picture(shown));
}

}  // namespace grmf::report
