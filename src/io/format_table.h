#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grmf/any_matrix.h"
#include "grmf/io/format.h"
#include "grmf/io/read_options.h"
#include "io/picture.h"
#include "io/sink.h"
#include "io/source.h"

/// The table of all formats. A new format is an enumerator of Format, a row in format_table.cpp,
/// and files of its own for what reads and writes it.
namespace grmf::io {

/// How a matrix is read and written.
struct MatrixFormat {
  AnyMatrix (*read)(Source& source, const ReadOptions& options);
  /// Null for what is only read, as below.
  void (*write)(Sink& sink, Channels channels);
};

/// A table of text.
struct TableFormat {
  char delimiter;  ///< what is written between fields, and usually read
};

/// How a picture is read and written.
struct PictureFormat {
  Image (*read)(Source& source, Content content);
  /// `peak` is the number in `channels` that is white.
  void (*write)(Sink& sink, Channels channels, double peak);
  /// White in a file; 0 where the numbers are stored as they are.
  int (*stored_white)(double peak);
  double usual_peak;  ///< what is white where nobody tells; 0 to store the numbers as they are
};

struct FormatRow {
  Format format;
  /// How names of such files end, without the dot. The first is the name of the format. If one ends
  /// in .gz, the files may be packed with gzip.
  std::vector<std::string_view> endings;
  bool holds_grey;    ///< one channel, which a matrix is too
  bool holds_colour;  ///< three channels
  /// Empty, or why such files are not written, and what to write instead.
  std::string_view only_read = {};
  std::variant<MatrixFormat, TableFormat, PictureFormat> functions;
};

/// All rows, in the order in which the formats are listed.
const std::vector<FormatRow>& format_table();

/// The row of a format.
const FormatRow& row_of(Format format);

/// How a picture of this format is read and written; null for formats that are not for pictures.
const PictureFormat* picture_format(Format format);

/// "png, pgm or tiff": the names of the formats that a matrix is written in.
std::string matrix_formats();
/// The names of the formats that a matrix is read from, in the same way.
std::string input_formats();
/// The names of the formats that a picture is read from.
std::string picture_formats();

}  // namespace grmf::io
