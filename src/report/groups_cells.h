#pragma once

#include <functional>
#include <string>

#include "grmf/matrix.h"
#include "report/colour_scale.h"
#include "report/svg.h"

/// The rows of a factor as coloured cells. A group fills its cells, and adjacent ones have no gap
/// between them; a value that occurs once only marks its cell; a zero leaves it blank. So a tie is
/// not mistaken for values that are merely close and have the same colour.
namespace grmf::report {

/// The size of a cell, including the gap to the next.
struct CellSize {
  bool labelled = false;  ///< whether the values stand in the cells, as in the paper's Figure 2
  double width = 0;
  double height = 0;  ///< less than a pixel if there are thousands of rows
  double gap = 0;     ///< part of the width and, if labelled, of the height

  [[nodiscard]] double across(Index columns) const { return static_cast<double>(columns) * width; }
  [[nodiscard]] double down(Index rows) const { return static_cast<double>(rows) * height; }
  /// The distance from the top of a row to the middle of its visible part.
  [[nodiscard]] double half_height() const { return (labelled ? height - gap : height) / 2; }
};

/// The size that suits these factors: room for values in the cells if there are few rows, otherwise
/// as large as the picture allows.
CellSize cell_size(const Matrix& u, const Matrix& v);

/// What a row is called, such as "U 17"; rows are counted from the first one that is drawn.
using RowLabel = std::function<std::string(Index row)>;

/// Draws the rows with their upper left corner at x, y. The tooltips use the labels.
void draw_cells(Svg& svg, double x, double y, const Matrix& rows, const CellSize& size,
                const ColourScale& scale, const RowLabel& label);

/// The text of a value in a cell: three significant digits.
std::string cell_label(double value);

}  // namespace grmf::report
