#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/npy.h"
#include "io/npy_header.h"

namespace grmf::io {
namespace {

std::string padded(std::uint8_t version, std::string text) {
  constexpr std::size_t alignment = 64;
  const std::size_t before = version == 1 ? 10 : 12;
  text.append(alignment - (before + text.size() + 1) % alignment, ' ');
  // A full line of padding is not needed, but NumPy writes it too: keep the bytes the same.
  text += '\n';
  std::string header = "\x93NUMPY";
  header += static_cast<char>(version);
  header += '\0';
  for (unsigned shift = 0; shift < (version == 1 ? 16U : 32U); shift += 8) {
    header += static_cast<char>(text.size() >> shift & 0xFFU);
  }
  return header + text;
}

}  // namespace

std::string npy_header(const std::vector<Index>& shape) {
  std::string text = std::string("{'descr': '") +
                     (std::endian::native == std::endian::big ? '>' : '<') +
                     "f8', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  // NumPy leaves room to write a larger number of rows in place.
  constexpr std::size_t most_digits = 21;
  text.append(most_digits - std::to_string(shape.front()).size(), ' ');
  return padded(1, std::move(text));
}

void write_npy(Sink& sink, Channels channels) {
  const Matrix& first = channels.front();
  const auto write_numbers = [&](std::span<const double> numbers) {
    sink.write(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  };
  if (channels.size() == 1) {
    sink.write(npy_header({first.rows(), first.cols()}));
    write_numbers(first.values());
    return;
  }
  sink.write(npy_header({first.rows(), first.cols(), std::ssize(channels)}));
  std::vector<double> line;
  for (Index i = 0; i < first.rows(); ++i) {
    line.clear();
    for (Index j = 0; j < first.cols(); ++j) {
      for (const Matrix& channel : channels) line.push_back(channel(i, j));
    }
    write_numbers(line);
  }
}

std::string npy_text(std::string_view ascii) {
  std::string bytes = padded(1, "{'descr': '<U" + std::to_string(ascii.size()) +
                                    "', 'fortran_order': False, 'shape': (), }");
  bytes.reserve(bytes.size() + 4 * ascii.size());
  for (const char c : ascii) {
    bytes += c;
    bytes.append(3, '\0');
  }
  return bytes;
}

}  // namespace grmf::io
