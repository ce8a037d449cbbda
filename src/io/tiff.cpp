#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <tiffio.h>

#include "io/picture.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

/// More than LZW, deflate or PackBits can make of one byte. What packs better without limit is not
/// read: its size could not be checked before memory is taken for it.
constexpr double best_ratio = 2600.0;

/// libtiff knows one handler for the whole process, which prints. While a file is read it is ours;
/// afterwards it is again what it was.
class Quiet {
 public:
  Quiet()
      : lock_(mutex()),
        error_(TIFFSetErrorHandler(nullptr)),
        warning_(TIFFSetWarningHandler(nullptr)),
        error_ext_(TIFFSetErrorHandlerExt(keep_first)),
        warning_ext_(TIFFSetWarningHandlerExt(nullptr)) {
    message().clear();
  }
  ~Quiet() {
    TIFFSetWarningHandlerExt(warning_ext_);
    TIFFSetErrorHandlerExt(error_ext_);
    TIFFSetWarningHandler(warning_);
    TIFFSetErrorHandler(error_);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

  /// The first error; those that follow are mostly its echo.
  static std::string& message() {
    static std::string text;
    return text;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static void keep_first(thandle_t /*file*/, const char* /*module*/, const char* format,
                         va_list arguments) {
    if (!message().empty()) return;
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    message() = text.data();
  }

  std::lock_guard<std::mutex> lock_;
  TIFFErrorHandler error_;
  TIFFErrorHandler warning_;
  TIFFErrorHandlerExt error_ext_;
  TIFFErrorHandlerExt warning_ext_;
};

/// The file in memory, as libtiff wants it. Mapped, so that it checks every offset against the
/// size.
struct Memory {
  std::string_view bytes;
  std::uint64_t position = 0;

  static Memory& of(thandle_t handle) { return *static_cast<Memory*>(handle); }

  static tmsize_t read(thandle_t handle, void* to, tmsize_t size) {
    Memory& memory = of(handle);
    if (memory.position > memory.bytes.size() || size < 0) return 0;
    const std::size_t count =
        memory.bytes.copy(static_cast<char*>(to), static_cast<std::size_t>(size), memory.position);
    memory.position += count;
    return static_cast<tmsize_t>(count);
  }
  static tmsize_t write(thandle_t /*handle*/, void* /*from*/, tmsize_t /*size*/) { return 0; }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    Memory& memory = of(handle);
    if (whence == SEEK_CUR) offset += memory.position;
    if (whence == SEEK_END) offset += memory.bytes.size();
    return memory.position = offset;
  }
  static int close(thandle_t /*handle*/) { return 0; }
  static toff_t size(thandle_t handle) { return of(handle).bytes.size(); }
  static int map(thandle_t handle, void** base, toff_t* size) {
    // libtiff asks for a pointer to change, but opened for reading it changes nothing.
    *base = const_cast<char*>(of(handle).bytes.data());  // NOLINT
    *size = of(handle).bytes.size();
    return 1;
  }
  static void unmap(thandle_t /*handle*/, void* /*base*/, toff_t /*size*/) {}
};

class TiffReader {
 public:
  TiffReader(std::string_view bytes, const std::string& name) : memory_{bytes}, name_(name) {
    tiff_.reset(TIFFClientOpen(name.c_str(), "r", &memory_, Memory::read, Memory::write,
                               Memory::seek, Memory::close, Memory::size, Memory::map,
                               Memory::unmap));
    if (!tiff_) broken();
  }

  Picture read() {
    check_directory_end();
    check_kind();
    check_numbers();
    const double peak = floating_ ? 0.0 : static_cast<double>((1U << bits_) - 1U);
    Picture picture{TIFFIsTiled(tiff_.get()) != 0 ? read_tiles() : read_strips(), peak};
    if (white_is_zero_) {
      for (double& value : picture.values.values()) value = peak - value;
    }
    return picture;
  }

 private:
  [[noreturn]] void broken() const {
    refuse_truncated(name_, "the tiff is broken: " + (Quiet::message().empty()
                                                          ? std::string("no reason is known")
                                                          : Quiet::message()));
  }

  /// libtiff takes a directory whose last bytes are cut off for the last one of the file.
  void check_directory_end() {
    const std::uint64_t offset = TIFFCurrentDirOffset(tiff_.get());
    const std::string_view bytes = memory_.bytes;
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

  void check_kind() {
    if (TIFFLastDirectory(tiff_.get()) == 0) {
      refuse(name_, "holds more than one picture; one a file is read; take one out first");
    }
    const auto samples = field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL);
    std::uint16_t photometric = samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    TIFFGetField(tiff_.get(), TIFFTAG_PHOTOMETRIC, &photometric);
    if (photometric == PHOTOMETRIC_PALETTE) refuse_colour(name_, "a palette");
    if (photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_MINISWHITE) {
      refuse_colour(name_, "colour");
    }
    if (samples != 1) refuse_colour(name_, std::to_string(samples) + " numbers a pixel");
    white_is_zero_ = photometric == PHOTOMETRIC_MINISWHITE;
    if (field<std::uint16_t>(TIFFTAG_ORIENTATION) != ORIENTATION_TOPLEFT) {
      refuse(name_, "the picture is stored turned or mirrored; it must be upright; save it so");
    }
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
    check_picture_size(name_, width, height, bits_ / 8.0, static_cast<double>(memory_.bytes.size()),
                       unpacked_ ? 1.0 : best_ratio);
  }

  Matrix read_strips() {
    const tmsize_t size = TIFFScanlineSize(tiff_.get());
    if (size != static_cast<tmsize_t>(width_) * bits_ / 8) broken();
    std::vector<char> line(static_cast<std::size_t>(size));
    std::vector<double> values;
    for (std::uint32_t i = 0; i < height_; ++i) {
      if (TIFFReadScanline(tiff_.get(), line.data(), i, 0) != 1) broken();
      values.resize(values.size() + width_);
      convert(line.data(), width_, values.data() + values.size() - width_);
    }
    return {height_, width_, std::move(values)};
  }

  Matrix read_tiles() {
    const auto tile_width = field<std::uint32_t>(TIFFTAG_TILEWIDTH);
    const auto tile_height = field<std::uint32_t>(TIFFTAG_TILELENGTH);
    check_size(tile_width, tile_height);
    const tmsize_t row_size = TIFFTileRowSize(tiff_.get());
    const tmsize_t size = TIFFTileSize(tiff_.get());
    if (row_size != static_cast<tmsize_t>(tile_width) * bits_ / 8 ||
        size != row_size * static_cast<tmsize_t>(tile_height)) {
      broken();
    }
    std::vector<char> tile(static_cast<std::size_t>(size));
    Matrix values(height_, width_);
    for (std::uint64_t i0 = 0; i0 < height_; i0 += tile_height) {
      for (std::uint64_t j0 = 0; j0 < width_; j0 += tile_width) {
        const auto column = static_cast<std::uint32_t>(j0);
        const auto row = static_cast<std::uint32_t>(i0);
        if (TIFFReadTile(tiff_.get(), tile.data(), column, row, 0, 0) != size) broken();
        const std::uint32_t rows = std::min(tile_height, height_ - row);
        for (std::uint32_t i = 0; i < rows; ++i) {
          convert(tile.data() + i * row_size, std::min(tile_width, width_ - column),
                  &values(row + i, column));
        }
      }
    }
    return values;
  }

  /// libtiff has put the bytes of a number in the order of this machine.
  void convert(const char* from, std::uint32_t count, double* to) const {
    if (bits_ == 8) convert_as<std::uint8_t>(from, count, to);
    if (bits_ == 16) convert_as<std::uint16_t>(from, count, to);
    if (bits_ == 32) convert_as<float>(from, count, to);
    if (bits_ == 64) convert_as<double>(from, count, to);
  }

  template <class Number>
  static void convert_as(const char* from, std::uint32_t count, double* to) {
    for (std::uint32_t j = 0; j < count; ++j) {
      Number number{};
      std::memcpy(&number, from + j * sizeof(Number), sizeof(Number));
      to[j] = static_cast<double>(number);
    }
  }

  struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  Memory memory_;
  const std::string& name_;
  std::unique_ptr<TIFF, Close> tiff_;
  bool white_is_zero_ = false;
  bool floating_ = false;
  bool unpacked_ = false;
  std::uint16_t bits_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
};

}  // namespace

Picture read_tiff(Source& source) {
  const std::string_view start = source.peek(4);
  const bool known = start == std::string_view("II*\0", 4) ||
                     start == std::string_view("MM\0*", 4) ||
                     start == std::string_view("II+\0", 4) || start == std::string_view("MM\0+", 4);
  if (start.size() < 4) refuse_truncated(source.name(), "ends inside the tiff header");
  if (!known)
    refuse(source.name(), "does not start as tiff files do; give its true format with --format");
  const std::string bytes = source.read_all();
  const Quiet quiet;
  return TiffReader(bytes, source.name()).read();
}

}  // namespace grmf::io
