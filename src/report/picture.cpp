#include "report/picture.h"

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "grmf/io/matrix_file.h"

namespace grmf::report {

bool can_be_shown(Index rows, Index cols, double peak) {
  constexpr Index most = 1024;
  return peak > 0 && rows <= most && cols <= most;
}

std::string encoded_picture(const Matrix& values, double peak) {
  std::ostringstream stream;
  io::write_matrix(stream, "a recovered picture", values, io::Format::png, peak);
  return base64(stream.str());
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b) {
      bits = bits << 8 | (b < count ? static_cast<unsigned char>(bytes[k + b]) : 0U);
    }
    for (std::size_t c = 0; c < 4; ++c) {
      text += c <= count ? letters[bits >> (18 - 6 * c) & 63] : '=';
    }
  }
  return text;
}

}  // namespace grmf::report
