#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/io/table_options.h"
#include "grmf/matrix.h"
#include "io/sink.h"
#include "io/source.h"

/// Tables as text: one line per row, with fields separated by commas, semicolons, tabs or blanks.
namespace grmf::io {

struct Table {
  Matrix values;  ///< NaN where missing
  Names names = {};
  std::vector<std::string> notes = {};  ///< what the user should know about what was read
};

/// A place in a text, in bytes: from `first` up to, not including, `last`.
struct Span {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Reads a table. The first line is a header exactly if no field in it is a number or missing; the
/// first may be empty. A field may stand in double quotes, with "" for a quote inside. With
/// semicolons a number may have a decimal comma. Lines of different length, and text where numbers
/// are expected, throw an Error naming the line. Empty lines at the end are left out.
/// `cells`, if given, gets the place of every number, row by row.
Table read_table(Source& source, char usual_delimiter, const TableOptions& options = {},
                 std::vector<Span>* cells = nullptr);

/// Writes a table. Every number is the shortest text that reads back exactly, and NaN is written as
/// nan. The names of columns become a header, those of rows a first column.
void write_table(Sink& sink, const Matrix& values, char separator, const Names& names = {});

}  // namespace grmf::io
