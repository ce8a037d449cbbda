#include "io/image_file.h"

#include <string_view>
#include <utility>
#include <variant>

#include "grmf/error.h"
#include "grmf/option.h"
#include "io/format_table.h"
#include "io/reading.h"
#include "io/table.h"

namespace grmf::io {
namespace {

/// The number that counts as white. Throws Error where no picture can have this white.
double checked_white(const std::string& name, const PictureFormat& format, double peak) {
  if (peak == 0) return format.usual_peak;
  if (peak > 0 && peak <= 65535.0) return peak;
  throw Error(ErrorCode::out_of_range,
              name + ": white is " + grmf::to_string(OptionValue(peak)) +
                  "; that of a picture must be greater than 0 and at most 65535; give --peak, or "
                  "write npy or csv instead");
}

/// Throws Error for a format that is only read.
void check_written(const std::string& name, Format format) {
  const std::string_view why = row_of(format).only_read;
  if (!why.empty()) throw Error(ErrorCode::unknown_name, name + ": " + std::string(why));
}

}  // namespace

Image read_image(const std::filesystem::path& path, std::optional<Format> format) {
  OpenInput open = open_input(path, format);
  if (const PictureFormat* picture = picture_format(open.format)) {
    Image image =
        told_by_name(*open.source, [&] { return picture->read(*open.source, Content::any); });
    image.notes = std::move(open.notes);
    return image;
  }
  Input input = read_open(std::move(open));
  Image image;
  image.channels.push_back(std::move(input.values).widened());
  image.notes = std::move(input.notes);
  return image;
}

Format image_format(const std::filesystem::path& path, std::optional<Format> format) {
  if (!format) format = format_of(path);
  if (ends_in_gz(path)) {
    throw Error(ErrorCode::unknown_name, path.string() +
                                             ": packed files are read but not written; leave out "
                                             ".gz and pack it afterwards");
  }
  check_written(path.string(), *format);
  return *format;
}

void check_channels(const std::string& name, Format format, std::size_t channels) {
  const FormatRow& row = row_of(format);
  const std::string format_name(row.endings.front());
  const bool colour = channels > 1;
  const auto refuse_format = [&](const std::string& why) {
    throw Error(ErrorCode::unknown_name, name + ": " + why);
  };
  if (!colour && !row.holds_grey) {
    refuse_format("a " + format_name +
                  " is in colour, what is to be written is grey; write pgm, png or tiff instead");
  }
  if (colour && !row.holds_colour) {
    refuse_format("the picture is in colour, which " + format_name +
                  " does not hold; write png, ppm, tiff or npy instead");
  }
}

void write_channels(Sink& sink, Channels channels, Format format, double peak) {
  check_written(sink.name(), format);
  check_channels(sink.name(), format, channels.size());
  const auto& functions = row_of(format).functions;
  if (const auto* matrix = std::get_if<MatrixFormat>(&functions)) {
    return matrix->write(sink, channels);
  }
  if (const auto* table = std::get_if<TableFormat>(&functions)) {
    return write_table(sink, channels.front(), table->delimiter);
  }
  const auto& picture = std::get<PictureFormat>(functions);
  picture.write(sink, channels, checked_white(sink.name(), picture, peak));
}

void write_image(const std::filesystem::path& path, Channels channels, std::optional<Format> format,
                 double peak) {
  const Format chosen = image_format(path, format);
  write_file(path, [&](Sink& sink) { write_channels(sink, channels, chosen, peak); });
}

std::vector<Matrix> as_written(std::vector<Matrix> channels, Format format, double peak) {
  const PictureFormat* picture = picture_format(format);
  if (picture == nullptr) return channels;
  const double known = checked_white("the picture", *picture, peak);
  const int white = picture->stored_white(known);
  if (white == 0) return channels;
  for (Matrix& channel : channels) {
    for (double& value : channel.values()) {
      value = stored_number(value, known, white) * (known / white);
    }
  }
  return channels;
}

}  // namespace grmf::io
