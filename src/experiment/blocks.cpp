#include "experiment/blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>

#include "experiment/paper.h"

namespace grmf::experiment {

std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

std::string percent(double share) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.3g %%", 100 * share);
  return text.data();
}

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string series_name(std::string_view method, Setting setting) {
  return label_of(method) + (setting == Setting::published ? ", published" : "");
}

std::string words_of(Setting setting) {
  return setting == Setting::fair ? "fair defaults" : "published settings";
}

std::string set_label(const std::string& set) {
  if (set.empty()) return "All inputs";
  for (const PictureSet& known : paper_sets()) {
    if (known.id == set) return std::string(known.label);
  }
  return set == drawn_set ? std::string(set_named(set).label) : set;
}

Json table_block(const std::string& id, const std::string& caption,
                 const std::vector<Column>& columns, Json rows) {
  Json shown = Json::array();
  for (const Column& column : columns) {
    Json each = {{"label", column.label}, {"group", column.group}};
    each["kind"] = column.digits < 0 ? "text" : "number";
    if (column.digits >= 0) each["digits"] = column.digits;
    shown.push_back(std::move(each));
  }
  return {{"type", "table"},
          {"id", id},
          {"caption", caption},
          {"columns", std::move(shown)},
          {"rows", std::move(rows)}};
}

Json cell(const Summary& summary) {
  if (summary.count == 0) return {};
  Json shown = {{"value", summary.mean}};
  if (summary.count > 1) shown["deviation"] = summary.deviation;
  return shown;
}

Json line_chart(const std::string& id, const std::string& caption, Json x, Json y, Json series) {
  return {{"type", "chart"},
          {"kind", "lines"},
          {"id", id},
          {"caption", caption},
          {"x", std::move(x)},
          {"y", std::move(y)},
          {"series", std::move(series)}};
}

Json line_series(const std::string& name, std::vector<ChartPoint> points) {
  std::stable_sort(points.begin(), points.end(),
                   [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  Json shown = Json::array();
  for (const ChartPoint& point : points) {
    if (point.y.count == 0) continue;
    const Json deviation = point.y.count > 1 ? Json(point.y.deviation) : Json();
    shown.push_back(Json::array({point.x, point.y.mean, deviation}));
  }
  return {{"name", name}, {"points", std::move(shown)}};
}

Json axis(const std::string& label, const std::string& unit) {
  return {{"label", label}, {"unit", unit}};
}

std::string png_source(const std::string& base64_text) {
  return "data:image/png;base64," + base64_text;
}

}  // namespace grmf::experiment
