#include "grmf/io/matrix_file.h"

#include <variant>

#include "data/fits.h"
#include "grmf/error.h"
#include "io/format_table.h"
#include "io/image_file.h"
#include "io/reading.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/table.h"

namespace grmf::io {
namespace {

void check_names(const std::string& name, const Names& names, const Matrix& values) {
  const std::string misfit = internal::misfit_of(names, values.rows(), values.cols());
  if (!misfit.empty()) throw Error(ErrorCode::invalid_data, name + ": " + misfit);
}

}  // namespace

Input read_input(const std::filesystem::path& path, std::optional<Format> format,
                 const ReadOptions& options) {
  return read_open(open_input(path, format), options);
}

Input read_input(std::istream& stream, Format format, const std::string& name,
                 const ReadOptions& options) {
  return read_source(open_stream(stream, name), format, options);
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
