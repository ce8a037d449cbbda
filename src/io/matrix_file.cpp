#include "grmf/io/matrix_file.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include "io/gzip.h"
#include "io/image_file.h"
#include "io/npy.h"
#include "io/picture.h"
#include "io/reading.h"
#include "io/refusal.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/table.h"

namespace grmf::io {
namespace {

Input read_table_input(std::unique_ptr<Source> source, Format format) {
  const char separator = format == Format::csv ? ',' : '\t';
  if (starts_gzip(*source)) {
    source = open_gzip(std::move(source));
    if (source->peek(1).empty()) refuse(source->name(), "the packed file is empty");
  }
  return {read_table(*source, separator), format, 0.0};
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

Image read_picture(Source& source, Format format, Content content) {
  switch (format) {
    case Format::png:
      return read_png(source, content);
    case Format::pgm:
    case Format::ppm:
      return read_pgm(source, content);
    case Format::tiff:
      return read_tiff(source, content);
    case Format::npy:
    case Format::csv:
    case Format::tsv:
      break;
  }
  throw std::logic_error("a format without a reader");
}

Input read_source(std::unique_ptr<Source> source, Format format) {
  return told_by_name(*source, [&]() -> Input {
    if (format == Format::npy) return {read_npy(*source), format, 0.0};
    if (!is_picture(format)) return read_table_input(std::move(source), format);
    Image image = read_picture(*source, format, Content::grey);
    return {std::move(image.channels.front()), format, image.peak};
  });
}

Input read_input(const std::filesystem::path& path, std::optional<Format> format) {
  std::unique_ptr<Source> source = open_input(path, format);
  return read_source(std::move(source), *format);
}

Input read_input(std::istream& stream, Format format, const std::string& name) {
  return read_source(open_stream(stream, name), format);
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
                  std::optional<Format> format, double peak) {
  write_image(path, {&values, 1}, format, peak);
}

void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                  Format format, double peak) {
  write_stream(stream, name, [&](Sink& sink) { write_channels(sink, {&values, 1}, format, peak); });
}

}  // namespace grmf::io
