#include "report/tune_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "report/svg.h"
#include "report/text.h"

namespace grmf::report {
namespace {

constexpr double margin = 24;
constexpr double panel_height = 240;
constexpr double axis_width = 56;
constexpr double least_step = 46;  ///< the least distance between two values of a knob
constexpr double letter = 7;       ///< the rough width of a letter
const std::string dark = "fill='#111827'";
const std::string grey = "fill='#6b7280'";
const std::string middle = " text-anchor='middle'";
const std::string right = " text-anchor='end'";
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73"};

/// The text of a setting of a trial; empty where it has none.
std::string setting(const Trial& trial, std::string_view name) {
  for (const auto& [known, value] : trial.settings) {
    const auto* number = std::get_if<double>(&value);
    if (known == name) return number ? brief(*number) : to_string(value);
  }
  return {};
}

/// A part of the chart with trials that differ in one knob, side by side.
struct Panel {
  std::string knob;
  std::vector<std::string> values;  ///< values of the knob, from left to right
  struct Point {
    std::size_t place;  ///< index of its value
    std::string series;
    const Trial* trial;
    bool chosen;
  };
  std::vector<Point> points;

  void add(const std::string& value, const std::string& series, const Trial& trial, bool chosen) {
    auto known = std::find(values.begin(), values.end(), value);
    if (known == values.end()) known = values.insert(known, value);
    points.push_back({static_cast<std::size_t>(known - values.begin()), series, &trial, chosen});
  }
  /// Sorts the values, which must be numbers.
  void sort() {
    std::vector<std::string> sorted = values;
    std::stable_sort(sorted.begin(), sorted.end(), [](const std::string& a, const std::string& b) {
      return std::stod(a) < std::stod(b);
    });
    for (Point& point : points) {
      const auto place = std::find(sorted.begin(), sorted.end(), values[point.place]);
      point.place = static_cast<std::size_t>(place - sorted.begin());
    }
    values = std::move(sorted);
  }
  /// The distance between two values, wide enough for their texts.
  [[nodiscard]] double step() const {
    std::size_t longest = 0;
    for (const std::string& value : values) longest = std::max(longest, value.size());
    return std::max(least_step, letter * static_cast<double>(longest + 1));
  }
  [[nodiscard]] double width() const {
    return axis_width + step() * static_cast<double>(std::max<std::size_t>(values.size(), 4));
  }
};

/// The axis of scores, from the lowest to the highest.
struct Axis {
  double low;
  double high;
  double top;
  [[nodiscard]] double place(double score) const {
    return top + panel_height * (high - score) / (high - low);
  }
};

void draw_axis(Svg& svg, const Panel& panel, const Axis& axis, double left) {
  svg.text(left + axis_width, axis.top - 18, "score against " + panel.knob, dark, 14);
  constexpr int ticks = 4;
  for (int k = 0; k <= ticks; ++k) {
    const double score = axis.low + (axis.high - axis.low) * k / ticks;
    svg.rect(left + axis_width, axis.place(score), panel.width() - axis_width, 1, "fill='#e5e7eb'");
    svg.text(left + axis_width - 8, axis.place(score), brief(std::round(score * 1e4) / 1e4),
             grey + right, 11);
  }
  for (std::size_t k = 0; k < panel.values.size(); ++k)
    svg.text(left + axis_width + panel.step() * (static_cast<double>(k) + 0.5),
             axis.top + panel_height + 16, panel.values[k], grey + middle, 11);
}

void draw_points(Svg& svg, const Panel& panel, const Axis& axis, double left) {
  std::map<std::string, std::string> colour_of;
  for (const Panel::Point& point : panel.points)
    colour_of.try_emplace(point.series, colours.at(colour_of.size() % colours.size()));
  for (const Panel::Point& point : panel.points) {
    const double x = left + axis_width + panel.step() * (static_cast<double>(point.place) + 0.5);
    const double y = axis.place(point.trial->score);
    const double bar = panel_height * point.trial->standard_error / (axis.high - axis.low);
    const std::string fill = "fill='" + colour_of[point.series] + "'";
    const double size = point.chosen ? 6 : 4;
    svg.open_group("class='trial'");
    svg.tooltip((point.series.empty() ? "" : point.series + ", ") + panel.knob + " " +
                panel.values[point.place] + ": " + brief(point.trial->score) + " +- " +
                brief(point.trial->standard_error) + (point.chosen ? ", chosen" : ""));
    svg.rect(x - 0.5, y - bar, 1, 2 * bar, fill);
    if (point.chosen)
      svg.rect(x - size - 3, y - size - 3, 2 * size + 6, 2 * size + 6,
               "fill='none' stroke='#111827'");
    svg.rect(x - size, y - size, 2 * size, 2 * size, fill + " rx='" + brief(size) + "'");
    svg.close_group();
  }
  double key = left + axis_width;
  for (const auto& [series, colour] : colour_of) {
    if (series.empty()) continue;
    svg.rect(key, axis.top + panel_height + 36, 8, 8, "fill='" + colour + "' rx='4'");
    svg.text(key + 14, axis.top + panel_height + 40, series, grey, 11);
    key += 34 + letter * static_cast<double>(series.size());
  }
}

/// The ridge of a trial. Where the factors have different ridges it is the ridge of U; both move
/// together.
std::string ridge_of(const Trial& trial) {
  const std::string both = setting(trial, "lambda3");
  return both.empty() ? setting(trial, "lambda3_u") : both;
}

/// Whether a trial can be drawn. Scores are at most 1, unless the fit overflowed, which leaves no
/// place on the axis.
bool drawable(const Trial& trial) { return trial.score <= 1; }

/// The last trial of the chosen rank and loss with the ridge of the method: the trial from which
/// the search for a ridge began.
const Trial* first_ridge(const Tuned& tuned) {
  const auto ridge = std::find_if(tuned.trials.begin(), tuned.trials.end(),
                                  [](const Trial& trial) { return !ridge_of(trial).empty(); });
  const Trial* found = nullptr;
  for (auto trial = tuned.trials.begin(); trial != ridge; ++trial) {
    if (ridge != tuned.trials.end() && trial->rank == ridge->rank && drawable(*trial) &&
        setting(*trial, "loss") == setting(*ridge, "loss"))
      found = &*trial;
  }
  return found;
}

std::vector<Panel> panels_of(const Tuned& tuned, const Method& method) {
  Panel ranks{"rank", {}, {}};
  Panel ridges{"lambda3", {}, {}};
  Panel groupings{"lambda2, tau2", {}, {}};
  for (std::size_t k = 0; k < tuned.trials.size(); ++k) {
    const Trial& trial = tuned.trials[k];
    const bool chosen = k == tuned.chosen;
    if (!drawable(trial)) continue;
    const std::string ridge = ridge_of(trial);
    const std::string lambda2 = setting(trial, "lambda2");
    if (!lambda2.empty()) {
      std::string place = lambda2;
      if (const std::string tau = setting(trial, "tau2"); !tau.empty())
        place.append(", ").append(tau);
      groupings.add(place, ridge.empty() ? "" : "lambda3 " + ridge, trial, chosen);
    } else if (!ridge.empty()) {
      ridges.add(ridge, setting(trial, "loss"), trial, chosen);
    } else {
      ranks.add(std::to_string(trial.rank), setting(trial, "loss"), trial, chosen);
    }
  }
  if (const Trial* first = first_ridge(tuned); first && !ridges.points.empty())
    ridges.add(brief(std::get<double>(method.get("lambda3"))), setting(*first, "loss"), *first,
               first == &tuned.trials[tuned.chosen]);
  ranks.sort();
  ridges.sort();
  std::vector<Panel> panels;
  for (Panel& panel : std::array{ranks, ridges, groupings}) {
    if (!panel.points.empty()) panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace

std::string tune_picture(const Tuned& tuned, const Method& method, const std::string& title) {
  constexpr double header = 92;
  double lowest = 1.0;
  double highest = 0.0;
  for (const Trial& trial : tuned.trials) {
    if (!drawable(trial)) continue;
    lowest = std::min(lowest, trial.score);
    highest = std::max(highest, trial.score);
  }
  const double span = std::max(highest - lowest, 1e-9);
  const Axis axis{lowest - 0.05 * span, highest + 0.05 * span, header};
  Svg svg;
  svg.text(margin, 30, title, dark, 18);
  svg.text(margin, 52, "chosen: " + tuned.why, grey, 12);
  double left = margin;
  for (const Panel& panel : panels_of(tuned, method)) {
    draw_axis(svg, panel, axis, left);
    draw_points(svg, panel, axis, left);
    left += panel.width() + margin;
  }
  constexpr double widest_line = 900;
  return svg.file(std::max(left, widest_line), header + panel_height + 60, title);
}

}  // namespace grmf::report
