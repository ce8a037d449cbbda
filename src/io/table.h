#pragma once

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

/// Reads a table. The first line is a header exactly if no field in it is a number or missing; the
/// first may be empty. A field may stand in double quotes, with "" for a quote inside. With
/// semicolons a number may have a decimal comma. Lines of different length, and text where numbers
/// are expected, throw an Error naming the line. Empty lines at the end are left out.
Table read_table(Source& source, char usual_delimiter, const TableOptions& options = {});

/// Writes a table. Every number is the shortest text that reads back exactly, and NaN is written as
/// nan.
void write_table(Sink& sink, const Matrix& values, char separator);

}  // namespace grmf::io
