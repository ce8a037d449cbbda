#pragma once

#include "grmf/matrix.h"
#include "io/sink.h"
#include "io/source.h"

/// Tables as text: one line per row, with fields separated by commas (.csv) or tabs (.tsv).
namespace grmf::io {

/// Reads a table. The first line is a header, and left out, exactly if no field in it is a number,
/// nan, inf or empty. Empty fields and nan are missing (NaN). A field may stand in double quotes,
/// with "" for a quote inside. Lines of different length, and fields that are no numbers, throw an
/// Error naming the line. Empty lines at the end are left out.
Matrix read_table(Source& source, char separator);

/// Writes a table. Every number is the shortest text that reads back exactly, and NaN is written as
/// nan.
void write_table(Sink& sink, const Matrix& values, char separator);

}  // namespace grmf::io
