#include "grmf/io/matrix_file.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "grmf/error.h"
#include "io/format_table.h"
#include "io/gzip.h"
#include "io/image_file.h"
#include "io/reading.h"
#include "io/refusal.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/table.h"

namespace grmf::io {
namespace {

/// The source itself, or what is packed in it where the format may be packed.
std::unique_ptr<Source> unpacked(std::unique_ptr<Source> source, const FormatRow& row) {
  const bool may_be_packed = std::ranges::any_of(
      row.endings, [](std::string_view ending) { return ending.ends_with(".gz"); });
  if (!may_be_packed || !starts_gzip(*source)) return source;
  source = open_gzip(std::move(source));
  if (source->peek(1).empty()) refuse(source->name(), "the packed file is empty");
  return source;
}

void check_names(const std::string& name, const Names& names, const Matrix& values) {
  const auto fits = [](const std::vector<std::string>& list, Index count) {
    return list.empty() || std::ssize(list) == count;
  };
  if (fits(names.rows, values.rows()) && fits(names.columns, values.cols())) return;
  throw Error(ErrorCode::invalid_data,
              name + ": there are " + std::to_string(names.rows.size()) + " names of rows and " +
                  std::to_string(names.columns.size()) + " of columns, the matrix is " +
                  std::to_string(values.rows()) + " x " + std::to_string(values.cols()) +
                  "; there must be one for each, or none");
}

}  // namespace

std::unique_ptr<Source> open_input(const std::filesystem::path& path,
                                   std::optional<Format>& format) {
  // The file is opened first: that it is a folder or not there says more than that its name has an
  // unknown ending.
  std::unique_ptr<Source> source = open_file(path);
  if (!format) format = format_of(path);
  if (ends_in_gz(path) && !source->peek(1).empty() && !starts_gzip(*source)) {
    refuse(source->name(), "is named .gz, but is not packed with gzip; rename it or pack it");
  }
  return source;
}

Input read_source(std::unique_ptr<Source> source, Format format, const TableOptions& table) {
  return told_by_name(*source, [&]() -> Input {
    const FormatRow& row = row_of(format);
    source = unpacked(std::move(source), row);
    if (const auto* matrix = std::get_if<MatrixFormat>(&row.functions)) {
      return {.values = matrix->read(*source), .format = format};
    }
    if (const auto* text = std::get_if<TableFormat>(&row.functions)) {
      Table read = read_table(*source, text->delimiter, table);
      return {.values = std::move(read.values),
              .format = format,
              .names = std::move(read.names),
              .notes = std::move(read.notes)};
    }
    Image image = std::get<PictureFormat>(row.functions).read(*source, Content::grey);
    return {.values = std::move(image.channels.front()), .format = format, .peak = image.peak};
  });
}

Input read_input(const std::filesystem::path& path, std::optional<Format> format,
                 const TableOptions& table) {
  std::unique_ptr<Source> source = open_input(path, format);
  return read_source(std::move(source), *format, table);
}

Input read_input(std::istream& stream, Format format, const std::string& name,
                 const TableOptions& table) {
  return read_source(open_stream(stream, name), format, table);
}

Matrix read_matrix(const std::filesystem::path& path, std::optional<Format> format) {
  return read_input(path, format).values.widened();
}

Matrix read_matrix(std::istream& stream, Format format, const std::string& name) {
  return read_input(stream, format, name).values.widened();
}

Format written_format(const std::filesystem::path& path, std::optional<Format> format) {
  const Format chosen = image_format(path, format);
  check_channels(path.string(), chosen, 1);
  return chosen;
}

void write_matrix(const std::filesystem::path& path, const Matrix& values,
                  std::optional<Format> format, double peak, const Names& names) {
  const auto* table = std::get_if<TableFormat>(&row_of(image_format(path, format)).functions);
  if (table == nullptr) return write_image(path, {&values, 1}, format, peak);
  check_names(path.string(), names, values);
  write_file(path, [&](Sink& sink) { write_table(sink, values, table->delimiter, names); });
}

void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                  Format format, double peak) {
  write_stream(stream, name, [&](Sink& sink) { write_channels(sink, {&values, 1}, format, peak); });
}

}  // namespace grmf::io
