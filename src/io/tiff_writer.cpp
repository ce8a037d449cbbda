#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "grmf/error.h"
#include "io/picture.h"
#include "io/refusal.h"
#include "io/tiff_memory.h"

namespace grmf::io {
namespace {

/// The numbers as libtiff wants them: the channels of a pixel beside each other, in the byte order
/// of this machine.
template <class Number>
std::string as_bytes(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string floats(Channels channels) {
  std::vector<float> numbers;
  numbers.reserve(channels.front().values().size() * channels.size());
  for (Index k = 0; k < channels.front().size(); ++k) {
    for (const Matrix& channel : channels) numbers.push_back(static_cast<float>(channel.data()[k]));
  }
  return as_bytes(numbers);
}

class TiffWriter {
 public:
  TiffWriter(Channels channels, double peak, const std::string& name)
      : name_(name), white_(white_of_bits(peak)) {
    const Matrix& first = channels.front();
    rows_ = static_cast<std::uint32_t>(first.rows());
    cols_ = static_cast<std::uint32_t>(first.cols());
    samples_ = static_cast<int>(channels.size());
    if (white_ == 0) {
      numbers_ = floats(channels);
    } else if (white_ == 255) {
      numbers_ = stored_bytes(name, channels, peak, white_);
    } else {
      numbers_ = as_bytes(stored_numbers(name, channels, peak, white_));
    }
  }

  /// The whole file.
  std::string write() {
    constexpr std::size_t most_of_plain_tiff = 4'000'000'000;
    TiffOutput output;
    TiffHandle tiff = open_tiff(output, name_, numbers_.size() > most_of_plain_tiff);
    if (!tiff) fail();
    set_fields(*tiff);
    const std::size_t line = numbers_.size() / rows_;
    for (std::uint32_t i = 0; i < rows_; ++i) {
      if (TIFFWriteScanline(tiff.get(), numbers_.data() + i * line, i, 0) != 1) fail();
    }
    if (TIFFFlush(tiff.get()) != 1) fail();
    tiff.reset();
    return std::move(output.bytes);
  }

 private:
  void set_fields(TIFF& tiff) const {
    const int bits = white_ == 0 ? 32 : white_ > 255 ? 16 : 8;
    TIFFSetField(&tiff, TIFFTAG_IMAGEWIDTH, cols_);
    TIFFSetField(&tiff, TIFFTAG_IMAGELENGTH, rows_);
    TIFFSetField(&tiff, TIFFTAG_SAMPLESPERPIXEL, samples_);
    TIFFSetField(&tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(&tiff, TIFFTAG_SAMPLEFORMAT,
                 white_ == 0 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(&tiff, TIFFTAG_PHOTOMETRIC,
                 samples_ == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(&tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(&tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(&tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(&tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(&tiff, 0));
  }

  [[noreturn]] void fail() const {
    throw Error(ErrorCode::unwritable, name_ + ": the tiff was not made: " + QuietTiff::message());
  }

  const std::string& name_;
  int white_;
  std::uint32_t rows_ = 0;
  std::uint32_t cols_ = 0;
  int samples_ = 1;
  std::string numbers_;
};

}  // namespace

void write_tiff(Sink& sink, Channels channels, double peak) {
  const Matrix& first = channels.front();
  if (first.empty() || std::max(first.rows(), first.cols()) > std::numeric_limits<int>::max()) {
    refuse(sink.name(), "a tiff has 1 to 2147483647 rows and columns, not " +
                            std::to_string(first.rows()) + " x " + std::to_string(first.cols()) +
                            "; write npy or csv instead");
  }
  std::string bytes;
  {
    const QuietTiff quiet;
    bytes = TiffWriter(channels, peak, sink.name()).write();
  }
  sink.write(bytes);
}

}  // namespace grmf::io
