#pragma once

#include <string>
#include <vector>

#include "experiment/run.h"
#include "experiment/statistics.h"

/// What a page is made of; how it is shown: page.h.
namespace grmf::experiment {

/// A number for a sentence: so many digits behind the point.
std::string fixed(double number, int digits);
/// 0.5 -> "50 %", 0.004 -> "0.4 %"
std::string percent(double share);
/// "1 picture", "2 pictures"
std::string counted(std::size_t count, const std::string& one);
/// "grmf" at the defaults -> "GRMF", as published -> "GRMF, published".
std::string series_name(std::string_view method, Setting setting);
/// "fair defaults", "published settings"
std::string words_of(Setting setting);
/// "Yale B" for yale_b; the id where the paper does not know it.
std::string set_label(const std::string& set);

/// A column of a table.
struct Column {
  std::string label;
  std::string group = {};  ///< a heading over adjacent columns
  int digits = -1;         ///< behind the point; below 0: texts
};
Json table_block(const std::string& id, const std::string& caption,
                 const std::vector<Column>& columns, Json rows);
/// Mean and deviation; an empty cell where there is nothing.
Json cell(const Summary& summary);

/// Lines over numbers; `series` as line_series() makes them.
Json line_chart(const std::string& id, const std::string& caption, Json x, Json y, Json series);
struct ChartPoint {
  double x;
  Summary y;
};
/// In the order of x, whichever the points come in.
Json line_series(const std::string& name, std::vector<ChartPoint> points);
Json axis(const std::string& label, const std::string& unit = "");

/// What an <img> shows.
std::string png_source(const std::string& base64_text);

}  // namespace grmf::experiment
