#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/picture.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr Index largest_white = 65535;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class PgmReader {
 public:
  PgmReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Image read(Content content) {
    const char kind = read_magic(content);
    const bool text = kind == '2' || kind == '3';
    const std::size_t samples = kind == '3' || kind == '6' ? 3 : 1;
    const Index width = header_number("width");
    const Index height = header_number("height");
    white_ = header_number("white");
    if (white_ < 1 || white_ > largest_white) {
      refuse(name_, "white is " + std::to_string(white_) + "; a pgm has 1 to 65535");
    }
    if (position_ >= bytes_.size()) refuse_truncated(name_, "ends inside the header");
    if (!is_space(bytes_[position_])) refuse(name_, "a blank must follow the header of a pgm");
    ++position_;
    const double pixel_bytes = static_cast<double>(samples) * (text || white_ > 255 ? 2 : 1);
    // In a text file the last pixel needs no blank after it.
    const double available = static_cast<double>(bytes_.size() - position_) + (text ? 1 : 0);
    check_picture_size(name_, static_cast<double>(width), static_cast<double>(height), pixel_bytes,
                       available, 1.0);
    Image image{std::vector<Matrix>(samples, Matrix(height, width)), static_cast<double>(white_)};
    for (Index k = 0; k < height * width; ++k) {
      for (Matrix& channel : image.channels) {
        channel.data()[k] = static_cast<double>(text ? text_pixel() : byte_pixel());
      }
    }
    refuse_more();
    return image;
  }

 private:
  /// Reads the magic number; returns its digit, which tells grey or colour, text or bytes.
  char read_magic(Content content) {
    if (bytes_.size() < 2) refuse_truncated(name_, "ends inside the header");
    const char kind = bytes_[0] == 'P' ? bytes_[1] : '\0';
    const bool colour = kind == '3' || kind == '6';
    if (colour && content == Content::grey) refuse_colour(name_, "colour", content);
    if (!colour && kind != '2' && kind != '5') {
      refuse(name_, std::string("does not start with ") +
                        (content == Content::grey ? "P2 or P5, as grey pgm files do"
                                                  : "P2, P3, P5 or P6, as pgm and ppm files do") +
                        "; give its true format with --format");
    }
    position_ = 2;
    return kind;
  }

  void skip_blanks_and_comments() {
    while (position_ < bytes_.size()) {
      if (bytes_[position_] == '#') {
        while (position_ < bytes_.size() && bytes_[position_] != '\n') ++position_;
      } else if (!is_space(bytes_[position_])) {
        return;
      } else {
        ++position_;
      }
    }
  }

  Index header_number(const char* what) {
    skip_blanks_and_comments();
    const std::optional<Index> number = take_number(what);
    if (!number) refuse(name_, std::string("the header of the pgm has no ") + what);
    return *number;
  }

  std::optional<Index> take_number(const char* what) {
    constexpr Index too_large = Index{1} << 31U;
    if (position_ >= bytes_.size()) {
      refuse_truncated(name_, std::string("ends before the ") + what);
    }
    if (!is_digit(bytes_[position_])) return {};
    Index number = 0;
    for (; position_ < bytes_.size() && is_digit(bytes_[position_]); ++position_) {
      number = 10 * number + (bytes_[position_] - '0');
      if (number >= too_large) refuse(name_, std::string("the ") + what + " is above 2147483647");
    }
    return number;
  }

  Index text_pixel() {
    skip_blanks_and_comments();
    const std::optional<Index> pixel = take_number("last pixel");
    if (!pixel) {
      refuse(name_, "a pixel is " + shown(bytes_.substr(position_, 8)) +
                        "; pixels are whole numbers from 0 to " + std::to_string(white_));
    }
    return checked(*pixel);
  }

  /// Reads a pixel stored in bytes. They are all there: the size in the header was compared with
  /// the number of bytes before.
  Index byte_pixel() {
    auto pixel = static_cast<Index>(static_cast<unsigned char>(bytes_[position_++]));
    if (white_ > 255) pixel = 256 * pixel + static_cast<unsigned char>(bytes_[position_++]);
    return checked(pixel);
  }

  Index checked(Index pixel) const {
    if (pixel > white_) {
      refuse(name_, "a pixel is " + std::to_string(pixel) + ", above white, which is " +
                        std::to_string(white_) + "; the file is damaged");
    }
    return pixel;
  }

  void refuse_more() {
    skip_blanks_and_comments();
    if (position_ == bytes_.size()) return;
    refuse(name_, "more bytes follow than the header announces; one picture a file is read");
  }

  std::string_view bytes_;
  const std::string& name_;
  std::size_t position_ = 0;
  Index white_ = 0;
};

}  // namespace

Image read_pgm(Source& source, Content content) {
  const std::string bytes = source.read_all();
  return PgmReader(bytes, source.name()).read(content);
}

void write_pgm(Sink& sink, Channels channels, double peak) {
  const int white = white_of_map(peak);
  const std::string bytes = stored_bytes(sink.name(), channels, peak, white);
  const Matrix& first = channels.front();
  sink.write((channels.size() == 1 ? "P5\n" : "P6\n") + std::to_string(first.cols()) + " " +
             std::to_string(first.rows()) + "\n" + std::to_string(white) + "\n");
  sink.write(bytes);
}

}  // namespace grmf::io
