#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/io/matrix_file.h"
#include "grmf/io/table_options.h"
#include "io/source.h"
#include "io/table.h"

namespace grmf::io {

/// How the numbers of a column are written.
struct NumberStyle {
  int decimals = 0;            ///< the most digits behind the point
  int significant = 0;         ///< the most digits in all
  bool exponent = false;       ///< whether a number has one, such as 1e5
  bool decimal_comma = false;  ///< 1,5 for 1.5
  /// The smallest step from one such number to the next; 0 where the column has no numbers.
  double step = 0.0;
};

/// A table of text in which single numbers are replaced. All else stays as it is, byte for byte.
class TableText {
 public:
  /// Reads a table, and gives it out in `table`.
  TableText(Source& source, char usual_delimiter, const TableOptions& options, Table& table);

  /// The styles of the columns of numbers.
  [[nodiscard]] const std::vector<NumberStyle>& styles() const { return styles_; }

  /// The text of a cell, without quotes and blanks around it.
  [[nodiscard]] std::string_view cell(Index row, Index col) const;
  /// A number as the column would have it, with as many decimals.
  [[nodiscard]] std::string written(Index col, double number) const;
  /// Replaces the text of a cell, inside its quotes and blanks if it has any.
  void replace(Index row, Index col, std::string text);

  /// The whole text with what was replaced.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] Span inner(Index row, Index col) const;

  std::string text_;
  std::vector<Span> cells_;
  Index cols_ = 0;
  std::vector<NumberStyle> styles_;
  std::map<std::uint64_t, std::string> replaced_;  ///< new texts by the number of the cell
};

/// An input whose numbers can be replaced.
struct EditableInput {
  Input input;
  std::optional<TableText> text;  ///< only of a table of text
};

/// Reads an input as read_input does, and keeps the text of a table.
EditableInput read_editable(const std::filesystem::path& path, std::optional<Format> format,
                            const ReadOptions& options);

}  // namespace grmf::io
