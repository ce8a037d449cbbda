#include "io/format_table.h"

#include <algorithm>
#include <stdexcept>

#include "io/npy.h"
#include "io/npz.h"

namespace grmf::io {
namespace {

/// "a, b or c": the names of the formats that are chosen.
template <class Chosen>
std::string names_of(const Chosen& chosen) {
  std::vector<std::string_view> names;
  for (const FormatRow& row : format_table()) {
    if (chosen(row)) names.push_back(row.endings.front());
  }
  std::string list(names.front());
  for (std::size_t k = 1; k < names.size(); ++k) {
    list.append(k + 1 < names.size() ? ", " : " or ").append(names[k]);
  }
  return list;
}

}  // namespace

const std::vector<FormatRow>& format_table() {
  static const std::vector<FormatRow> table = {
      {.format = Format::npy,
       .endings = {"npy"},
       .holds_grey = true,
       .holds_colour = true,
       .functions = MatrixFormat{read_npy, write_npy}},
      {.format = Format::npz,
       .endings = {"npz"},
       .holds_grey = true,
       .holds_colour = false,
       .only_read = "an npz that is written is a model; write npy instead",
       .functions = MatrixFormat{read_npz, nullptr}},
      {.format = Format::csv,
       .endings = {"csv", "csv.gz"},
       .holds_grey = true,
       .holds_colour = false,
       .functions = TableFormat{','}},
      {.format = Format::tsv,
       .endings = {"tsv", "tsv.gz"},
       .holds_grey = true,
       .holds_colour = false,
       .functions = TableFormat{'\t'}},
      {.format = Format::png,
       .endings = {"png"},
       .holds_grey = true,
       .holds_colour = true,
       .functions = PictureFormat{read_png, write_png, white_of_bits, 255.0}},
      {.format = Format::jpeg,
       .endings = {"jpeg", "jpg"},
       .holds_grey = true,
       .holds_colour = true,
       .only_read = "jpeg is lossy; such pictures are read but not written; write png instead",
       .functions = PictureFormat{read_jpeg, nullptr, white_of_bits, 255.0}},
      {.format = Format::pgm,
       .endings = {"pgm"},
       .holds_grey = true,
       .holds_colour = false,
       .functions = PictureFormat{read_pgm, write_pgm, white_of_map, 255.0}},
      {.format = Format::ppm,
       .endings = {"ppm"},
       .holds_grey = false,
       .holds_colour = true,
       .functions = PictureFormat{read_pgm, write_pgm, white_of_map, 255.0}},
      {.format = Format::tiff,
       .endings = {"tiff", "tif"},
       .holds_grey = true,
       .holds_colour = true,
       .functions = PictureFormat{read_tiff, write_tiff, white_of_bits, 0.0}},
  };
  return table;
}

const FormatRow& row_of(Format format) {
  const auto row = std::ranges::find(format_table(), format, &FormatRow::format);
  if (row == format_table().end()) throw std::logic_error("a format without a row in the table");
  return *row;
}

const PictureFormat* picture_format(Format format) {
  return std::get_if<PictureFormat>(&row_of(format).functions);
}

std::string matrix_formats() {
  return names_of([](const FormatRow& row) { return row.holds_grey && row.only_read.empty(); });
}

std::string input_formats() {
  return names_of([](const FormatRow& row) { return row.holds_grey; });
}

std::string picture_formats() {
  return names_of([](const FormatRow& row) { return is_picture(row.format); });
}

}  // namespace grmf::io
