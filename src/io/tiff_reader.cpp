#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/content.h"
#include "io/picture.h"
#include "io/refusal.h"
#include "io/tiff_memory.h"

namespace grmf::io {
namespace {

/// More bytes than LZW, deflate or PackBits can make of one. Compression without such a limit is
/// not read: the size could not be checked before memory is allocated for it.
constexpr double best_ratio = 2600.0;

class TiffReader {
 public:
  TiffReader(std::string_view bytes, const std::string& name)
      : input_{bytes}, name_(name), tiff_(open_tiff(input_, name)) {
    if (!tiff_) broken();
  }

  Image read(Content content) {
    check_directory_end();
    check_kind(content);
    check_packing();
    check_numbers();
    const double peak = floating_ ? 0.0 : static_cast<double>((1U << bits_) - 1U);
    Image image{TIFFIsTiled(tiff_.get()) != 0 ? read_tiles() : read_strips(), peak};
    if (samples_ % 2 == 0) drop_opacity(name_, image);
    if (white_is_zero_) {
      for (double& value : image.channels.front().values()) value = peak - value;
    }
    return image;
  }

 private:
  [[noreturn]] void broken() const {
    refuse_truncated(name_, "the tiff is broken: " + QuietTiff::message());
  }

  /// Refuses a truncated directory: libtiff takes one whose last bytes are missing for the last one
  /// of the file.
  void check_directory_end() {
    const std::uint64_t offset = TIFFCurrentDirOffset(tiff_.get());
    const std::string_view bytes = input_.bytes;
    const bool big_endian = bytes.starts_with('M');
    const bool big_tiff = bytes[big_endian ? 3 : 2] == '+';
    const std::size_t width = big_tiff ? 8 : 2;
    std::uint64_t count = 0;
    for (std::size_t k = 0; k < width && offset + width <= bytes.size(); ++k) {
      const std::size_t place = big_endian ? k : width - 1 - k;
      count = count << 8U | static_cast<unsigned char>(bytes[offset + place]);
    }
    const std::uint64_t size = big_tiff ? 8 + 20 * count + 8 : 2 + 12 * count + 4;
    if (count > bytes.size() || offset + size > bytes.size()) {
      refuse_truncated(name_, "the tiff ends inside its directory");
    }
  }

  template <class Value>
  Value field(std::uint32_t tag) {
    Value value{};
    TIFFGetFieldDefaulted(tiff_.get(), tag, &value);
    return value;
  }

  void check_kind(Content content) {
    if (TIFFLastDirectory(tiff_.get()) == 0) {
      refuse(name_, "holds more than one picture; one a file is read; take one out first");
    }
    samples_ = field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL);
    std::uint16_t photometric = samples_ >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    TIFFGetField(tiff_.get(), TIFFTAG_PHOTOMETRIC, &photometric);
    const bool grey =
        photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
    const bool colour = photometric == PHOTOMETRIC_RGB;
    if (photometric == PHOTOMETRIC_PALETTE) refuse_colour(name_, "a palette", content);
    if (!grey && (!colour || content == Content::grey)) {
      refuse_colour(name_, colour ? "colour" : "colour of the kind " + std::to_string(photometric),
                    content);
    }
    const int numbers = colour ? 3 : 1;
    if (samples_ != numbers && (content == Content::grey || !has_opacity(numbers))) {
      refuse_colour(name_, std::to_string(samples_) + " numbers a pixel", content);
    }
    white_is_zero_ = photometric == PHOTOMETRIC_MINISWHITE;
    if (field<std::uint16_t>(TIFFTAG_ORIENTATION) != ORIENTATION_TOPLEFT) {
      refuse(name_, "the picture is stored turned or mirrored; it must be upright; save it so");
    }
    separate_ = field<std::uint16_t>(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
  }

  /// Whether there is one number beyond `numbers` that says how opaque a pixel is, and says it as a
  /// whole number.
  bool has_opacity(int numbers) {
    std::uint16_t count = 0;
    std::uint16_t* kinds = nullptr;
    TIFFGetFieldDefaulted(tiff_.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds);
    return samples_ == numbers + 1 && count == 1 && kinds[0] != EXTRASAMPLE_UNSPECIFIED &&
           field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT) == SAMPLEFORMAT_UINT;
  }

  void check_packing() {
    const auto packing = field<std::uint16_t>(TIFFTAG_COMPRESSION);
    constexpr std::array packings = {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS,
                                     COMPRESSION_DEFLATE, COMPRESSION_ADOBE_DEFLATE};
    const bool known = std::find(packings.begin(), packings.end(), packing) != packings.end();
    if (!known || TIFFIsCODECConfigured(packing) == 0) {
      refuse(name_, "the picture is packed in the way " + std::to_string(packing) +
                        "; read are none, LZW, PackBits and deflate; save it as one of these");
    }
    unpacked_ = packing == COMPRESSION_NONE;
  }

  void check_numbers() {
    bits_ = field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE);
    const auto format = field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT);
    floating_ = format == SAMPLEFORMAT_IEEEFP && (bits_ == 32 || bits_ == 64);
    const bool whole = format == SAMPLEFORMAT_UINT && (bits_ == 8 || bits_ == 16);
    if ((!floating_ && !whole) || (floating_ && white_is_zero_)) {
      refuse(name_, "the pixels are " + std::to_string(bits_) + " bits of the kind " +
                        std::to_string(format) +
                        "; read are whole numbers of 8 or 16 bits and floating-point numbers of "
                        "32 or 64; convert it first");
    }
    width_ = field<std::uint32_t>(TIFFTAG_IMAGEWIDTH);
    height_ = field<std::uint32_t>(TIFFTAG_IMAGELENGTH);
    check_size(width_, height_);
  }

  void check_size(double width, double height) {
    check_picture_size(name_, width, height, samples_ * bits_ / 8.0,
                       static_cast<double>(input_.bytes.size()), unpacked_ ? 1.0 : best_ratio);
  }

  /// Number of channels in one plane of the file, which are beside each other in every pixel.
  [[nodiscard]] std::uint16_t together() const { return separate_ ? 1 : samples_; }
  [[nodiscard]] tmsize_t line_size(std::uint32_t width) const {
    return static_cast<tmsize_t>(width) * together() * bits_ / 8;
  }

  /// Reads strips. The memory grows with the lines that are there.
  std::vector<Matrix> read_strips() {
    if (TIFFScanlineSize(tiff_.get()) != line_size(width_)) broken();
    std::vector<char> line(static_cast<std::size_t>(line_size(width_)));
    std::vector<std::vector<double>> values(samples_);
    for (std::uint16_t first = 0; first < samples_; first += together()) {
      for (std::uint32_t i = 0; i < height_; ++i) {
        if (TIFFReadScanline(tiff_.get(), line.data(), i, first) != 1) broken();
        for (std::uint16_t c = 0; c < together(); ++c) {
          std::vector<double>& channel = values[first + c];
          channel.resize(channel.size() + width_);
          convert(line.data(), c, width_, channel.data() + channel.size() - width_);
        }
      }
    }
    std::vector<Matrix> channels;
    channels.reserve(values.size());
    for (auto& channel : values) channels.emplace_back(height_, width_, std::move(channel));
    return channels;
  }

  std::vector<Matrix> read_tiles() {
    const auto tile_width = field<std::uint32_t>(TIFFTAG_TILEWIDTH);
    const auto tile_height = field<std::uint32_t>(TIFFTAG_TILELENGTH);
    check_size(tile_width, tile_height);
    const tmsize_t row_size = TIFFTileRowSize(tiff_.get());
    const tmsize_t size = TIFFTileSize(tiff_.get());
    if (row_size != line_size(tile_width) || size != row_size * static_cast<tmsize_t>(tile_height))
      broken();
    std::vector<char> tile(static_cast<std::size_t>(size));
    std::vector<Matrix> channels(samples_, Matrix(height_, width_));
    for (std::uint16_t first = 0; first < samples_; first += together()) {
      for (std::uint64_t i0 = 0; i0 < height_; i0 += tile_height) {
        for (std::uint64_t j0 = 0; j0 < width_; j0 += tile_width) {
          const auto column = static_cast<std::uint32_t>(j0);
          const auto row = static_cast<std::uint32_t>(i0);
          if (TIFFReadTile(tiff_.get(), tile.data(), column, row, 0, first) != size) broken();
          const std::uint32_t rows = std::min(tile_height, height_ - row);
          const std::uint32_t cols = std::min(tile_width, width_ - column);
          for (std::uint32_t i = 0; i < rows; ++i) {
            for (std::uint16_t c = 0; c < together(); ++c)
              convert(tile.data() + i * row_size, c, cols, &channels[first + c](row + i, column));
          }
        }
      }
    }
    return channels;
  }

  /// Converts the numbers at `place` in every pixel of a line. libtiff has put the bytes of a
  /// number in the order of this machine.
  void convert(const char* from, std::uint16_t place, std::uint32_t count, double* to) const {
    if (bits_ == 8) convert_as<std::uint8_t>(from, place, count, to);
    if (bits_ == 16) convert_as<std::uint16_t>(from, place, count, to);
    if (bits_ == 32) convert_as<float>(from, place, count, to);
    if (bits_ == 64) convert_as<double>(from, place, count, to);
  }

  template <class Number>
  void convert_as(const char* from, std::uint16_t place, std::uint32_t count, double* to) const {
    for (std::size_t j = 0; j < count; ++j) {
      Number number{};
      std::memcpy(&number, from + (j * together() + place) * sizeof(Number), sizeof(Number));
      to[j] = static_cast<double>(number);
    }
  }

  TiffInput input_;
  const std::string& name_;
  TiffHandle tiff_;
  bool white_is_zero_ = false;
  bool floating_ = false;
  bool unpacked_ = false;
  bool separate_ = false;
  std::uint16_t samples_ = 0;
  std::uint16_t bits_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
};

}  // namespace

Image read_tiff(Source& source, Content content) {
  const std::string_view start = source.peek(4);
  if (start.size() < 4) refuse_truncated(source.name(), "ends inside the tiff header");
  if (!may_be(Format::tiff, start))
    refuse(source.name(), "does not start as tiff files do; give its true format with --format");
  const std::string bytes = source.read_all();
  const QuietTiff quiet;
  return TiffReader(bytes, source.name()).read(content);
}

}  // namespace grmf::io
