#include "grmf/io/matrix_file.h"

#include "io/image_file.h"
#include "io/reading.h"
#include "io/sink.h"
#include "io/source.h"

namespace grmf::io {

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
                  std::optional<Format> format, double peak) {
  write_image(path, {&values, 1}, format, peak);
}

void write_matrix(std::ostream& stream, const std::string& name, const Matrix& values,
                  Format format, double peak) {
  write_stream(stream, name, [&](Sink& sink) { write_channels(sink, {&values, 1}, format, peak); });
}

}  // namespace grmf::io
