#include "io/image_file.h"

#include <utility>

#include "grmf/error.h"
#include "grmf/option.h"
#include "io/npy.h"
#include "io/reading.h"
#include "io/table.h"

namespace grmf::io {
namespace {

/// The number that counts as white. Throws Error where no picture can have this white.
double checked_white(const std::string& name, Format format, double peak) {
  if (peak == 0) return format == Format::tiff ? 0.0 : 255.0;
  if (peak > 0 && peak <= 65535.0) return peak;
  throw Error(ErrorCode::out_of_range,
              name + ": white is " + grmf::to_string(OptionValue(peak)) +
                  "; that of a picture must be greater than 0 and at most 65535; give --peak, or "
                  "write npy or csv instead");
}

}  // namespace

Image read_image(const std::filesystem::path& path, std::optional<Format> format) {
  std::unique_ptr<Source> source = open_input(path, format);
  if (is_picture(*format)) {
    return told_by_name(*source, [&] { return read_picture(*source, *format, Content::any); });
  }
  Image image;
  image.channels.push_back(read_source(std::move(source), *format).values.widened());
  return image;
}

Format image_format(const std::filesystem::path& path, std::optional<Format> format) {
  if (!format) format = format_of(path);
  if (ends_in_gz(path)) {
    throw Error(ErrorCode::unknown_name, path.string() +
                                             ": packed files are read but not written; leave out "
                                             ".gz and pack it afterwards");
  }
  return *format;
}

void check_channels(const std::string& name, Format format, std::size_t channels) {
  const bool colour = channels > 1;
  const auto refuse_format = [&](const std::string& why) {
    throw Error(ErrorCode::unknown_name, name + ": " + why);
  };
  if (format == Format::ppm && !colour) {
    refuse_format(
        "a ppm is in colour, what is to be written is grey; write pgm, png or tiff instead");
  }
  const bool grey_only = format == Format::pgm || !(is_picture(format) || format == Format::npy);
  if (colour && grey_only) {
    refuse_format("the picture is in colour, which " + std::string(to_string(format)) +
                  " does not hold; write png, ppm, tiff or npy instead");
  }
}

void write_channels(Sink& sink, Channels channels, Format format, double peak) {
  check_channels(sink.name(), format, channels.size());
  switch (format) {
    case Format::npy:
      return write_npy(sink, channels);
    case Format::csv:
      return write_table(sink, channels.front(), ',');
    case Format::tsv:
      return write_table(sink, channels.front(), '\t');
    case Format::png:
      return write_png(sink, channels, checked_white(sink.name(), format, peak));
    case Format::pgm:
    case Format::ppm:
      return write_pgm(sink, channels, checked_white(sink.name(), format, peak));
    case Format::tiff:
      return write_tiff(sink, channels, checked_white(sink.name(), format, peak));
  }
}

void write_image(const std::filesystem::path& path, Channels channels, std::optional<Format> format,
                 double peak) {
  const Format chosen = image_format(path, format);
  write_file(path, [&](Sink& sink) { write_channels(sink, channels, chosen, peak); });
}

std::vector<Matrix> as_written(std::vector<Matrix> channels, Format format, double peak) {
  const double known = checked_white("the picture", format, peak);
  const int white = stored_white(format, known);
  if (white == 0) return channels;
  for (Matrix& channel : channels) {
    for (double& value : channel.values()) {
      value = stored_number(value, known, white) * (known / white);
    }
  }
  return channels;
}

}  // namespace grmf::io
