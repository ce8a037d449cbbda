#pragma once

#include <string>

#include "report/colour_scale.h"
#include "grmf/matrix.h"
#include "report/svg.h"

/// The rows of a factor as coloured cells. A group fills its cells, adjacent ones without a gap between
/// them; a value of its own only marks its cell; a zero leaves it blank. So a tie is not mistaken for
/// values that are merely near, and of the same colour.
namespace grmf::report {

/// How large a cell is, with the gap to the next.
struct CellSize {
  bool labelled = false;  ///< the values stand in the cells, as in the paper's Figure 2
  double width = 0;
  double height = 0;  ///< less than a pixel where there are thousands of rows
  double gap = 0;     ///< part of the width; where labelled, of the height too

  [[nodiscard]] double across(Index columns) const { return static_cast<double>(columns) * width; }
  [[nodiscard]] double down(Index rows) const { return static_cast<double>(rows) * height; }
  /// From the top of a row to the middle of what is seen of it.
  [[nodiscard]] double half_height() const { return (labelled ? height - gap : height) / 2; }
};

/// What suits these factors: values in the cells where there are few rows, else as large as the picture
/// allows.
CellSize cell_size(const Matrix& u, const Matrix& v);

/// Draws the rows with their upper left corner at x, y. `name` is that of the factor and `first` the number
/// of its first row, for what the mouse tells.
void draw_cells(Svg& svg, double x, double y, const Matrix& rows, const CellSize& size,
                const ColourScale& scale, const std::string& name, Index first);

/// A value as it stands in a cell: three significant digits.
std::string cell_label(double value);

}  // namespace grmf::report
