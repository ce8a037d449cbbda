#include "io/matrix_file.h"

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "grmf/error.h"
#include "grmf/option.h"
#include "io/gzip.h"
#include "io/npy.h"
#include "io/picture.h"
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

Input read_as(std::unique_ptr<Source> source, Format format) {
  const std::string name = source->name();
  const auto picture = [&](Picture (*read)(Source&)) {
    Picture result = read(*source);
    return Input{std::move(result.values), format, result.peak};
  };
  try {
    if (source->peek(1).empty()) {
      refuse(name, "the file is empty; a matrix of at least one entry is needed");
    }
    switch (format) {
      case Format::npy:
        return {read_npy(*source), format, 0.0};
      case Format::csv:
      case Format::tsv:
        return read_table_input(std::move(source), format);
      case Format::png:
        return picture(read_png);
      case Format::pgm:
        return picture(read_pgm);
      case Format::tiff:
        return picture(read_tiff);
    }
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::out_of_memory, name + ": memory for the matrix could not be had");
  } catch (const std::length_error&) {
    throw Error(ErrorCode::out_of_memory, name + ": memory for the matrix could not be had");
  }
  throw std::logic_error("a format without a reader");
}

[[noreturn]] void refuse_to_write_tiff(const std::string& name) {
  throw Error(ErrorCode::unknown_name, name +
                                           ": tiff is read but not written; written are npy, csv, "
                                           "tsv, png and pgm; choose one of these");
}

/// The white of a picture to be written. Throws Error where no picture can have it.
double checked_white(const std::string& name, double peak) {
  if (peak == 0) return 255.0;
  if (peak > 0 && peak <= 65535.0) return peak;
  throw Error(ErrorCode::out_of_range,
              name + ": white is " + grmf::to_string(OptionValue(peak)) +
                  "; that of a picture must be greater than 0 and at most 65535; give --peak, or "
                  "write npy or csv instead");
}

void write_as(Sink& sink, const Matrix& values, Format format, double peak) {
  switch (format) {
    case Format::npy:
      return write_npy(sink, values);
    case Format::csv:
      return write_table(sink, values, ',');
    case Format::tsv:
      return write_table(sink, values, '\t');
    case Format::png:
      return write_png(sink, values, checked_white(sink.name(), peak));
    case Format::pgm:
      return write_pgm(sink, values, checked_white(sink.name(), peak));
    case Format::tiff:
      break;
  }
  refuse_to_write_tiff(sink.name());
}

}  // namespace

Input read_input(const std::filesystem::path& path, std::optional<Format> format) {
  // The file first: that it is a folder, or not there, says more than that its name ends oddly.
  std::unique_ptr<Source> source = open_file(path);
  if (!format) format = format_of(path);
  if (ends_in_gz(path) && !source->peek(1).empty() && !starts_gzip(*source)) {
    refuse(source->name(), "is named .gz, but is not packed with gzip; rename it or pack it");
  }
  return read_as(std::move(source), *format);
}

Input read_input(std::istream& stream, Format format, const std::string& name) {
  return read_as(open_stream(stream, name), format);
}

Matrix read_matrix(const std::filesystem::path& path, std::optional<Format> format) {
  return read_input(path, format).values.widened();
}

Matrix read_matrix(std::istream& stream, Format format, const std::string& name) {
  return read_input(stream, format, name).values.widened();
}

Format written_format(const std::filesystem::path& path, std::optional<Format> format) {
  if (!format) format = format_of(path);
  if (ends_in_gz(path)) {
    throw Error(ErrorCode::unknown_name, path.string() +
                                             ": packed files are read but not written; leave out "
                                             ".gz and pack it afterwards");
  }
  if (*format == Format::tiff) refuse_to_write_tiff(path.string());
  return *format;
}

void write_matrix(const std::filesystem::path& path, const Matrix& values,
                  std::optional<Format> format, double peak) {
  const Format chosen = written_format(path, format);
  write_file(path, [&](Sink& sink) { write_as(sink, values, chosen, peak); });
}

void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                  Format format, double peak) {
  write_stream(stream, name, [&](Sink& sink) { write_as(sink, values, format, peak); });
}

}  // namespace grmf::io
