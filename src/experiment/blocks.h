#pragma once

#include <string>
#include <vector>

#include "experiment/run.h"
#include "experiment/statistics.h"

/// The blocks that a page is made of; report/page.h tells how they are shown.
namespace grmf::experiment {

/// A number for a sentence, with so many digits after the decimal point.
std::string fixed(double number, int digits);
/// A share as a percentage: 0.5 -> "50 %", 0.004 -> "0.4 %".
std::string percent(double share);
/// A count with its noun: "1 picture", "2 pictures".
std::string counted(std::size_t count, const std::string& one);
/// The name of a method in a setting: "GRMF" at the defaults, "GRMF, published" as published.
std::string series_name(std::string_view method, Setting setting);
/// A setting in words: "fair defaults", "published settings".
std::string words_of(Setting setting);
/// How a set is called: "Yale B" for yale_b, or its id where the paper does not know it.
std::string set_label(const std::string& set);

/// A column of a table.
struct Column {
  std::string label;
  std::string group = {};  ///< a heading over adjacent columns
  int digits = -1;         ///< digits after the decimal point; below 0 for a column of texts
};
Json table_block(const std::string& id, const std::string& caption,
                 const std::vector<Column>& columns, Json rows);
/// A cell with mean and deviation, or an empty cell where there is nothing.
Json cell(const Summary& summary);

/// A chart of lines over a numeric axis; line_series() makes the items of `series`.
Json line_chart(const std::string& id, const std::string& caption, Json x, Json y, Json series);
struct ChartPoint {
  double x;
  Summary y;
};
/// A series of a line chart. The points may come in any order; they are sorted by x.
Json line_series(const std::string& name, std::vector<ChartPoint> points);
Json axis(const std::string& label, const std::string& unit = "");

/// The source of an <img> that shows a png.
std::string png_source(const std::string& base64_text);

}  // namespace grmf::experiment
