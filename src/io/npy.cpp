#include "io/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "io/npy_header.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr bool native_big = std::endian::native == std::endian::big;

/// Converts an IEEE half: 1 sign, 5 exponent and 10 fraction bits. A double can hold every one of
/// them.
double from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10U) & 0x1FU;
  const int fraction = bits & 0x3FFU;
  double size = 0.0;
  if (exponent == 0x1F) {
    size = fraction == 0 ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    size = std::ldexp(fraction, -24);
  } else {
    size = std::ldexp(0x400 + fraction, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -size : size;
}

struct Half {
  std::uint16_t bits;
};
struct Truth {
  std::uint8_t byte;
};

double as_double(Half entry) { return from_half(entry.bits); }
double as_double(Truth entry) { return entry.byte != 0 ? 1.0 : 0.0; }
template <class Number>
double as_double(Number entry) {
  return static_cast<double>(entry);
}

/// Appends what `bytes` hold, one entry of type Entry after the other, as numbers of type T.
template <class Entry, class T = double>
void append(const std::vector<char>& bytes, std::size_t count, bool swapped,
            std::vector<T>& values) {
  for (std::size_t k = 0; k < count; ++k) {
    std::array<char, sizeof(Entry)> raw{};
    std::memcpy(raw.data(), bytes.data() + k * sizeof(Entry), sizeof(Entry));
    if (swapped) std::reverse(raw.begin(), raw.end());
    values.push_back(static_cast<T>(as_double(std::bit_cast<Entry>(raw))));
  }
}

template <class T>
using Append = void (*)(const std::vector<char>&, std::size_t, bool, std::vector<T>&);

Append<double> append_for(char kind, std::size_t size) {
  switch (kind) {
    case 'f':
      return size == 2 ? append<Half> : append<double>;
    case 'i':
      return size == 1   ? append<std::int8_t>
             : size == 2 ? append<std::int16_t>
             : size == 4 ? append<std::int32_t>
                         : append<std::int64_t>;
    case 'u':
      return size == 1   ? append<std::uint8_t>
             : size == 2 ? append<std::uint16_t>
             : size == 4 ? append<std::uint32_t>
                         : append<std::uint64_t>;
    case 'b':
      return append<Truth>;
    default:
      return nullptr;
  }
}

/// The number of entries of the shape. Refuses a shape whose entries cannot be counted, or for
/// which the bytes are not there.
std::size_t checked_count(const NpyHeader& header, const Source& source) {
  const Index rows = header.shape[0];
  const Index cols = header.shape[1];
  const Index item = static_cast<Index>(header.item_size);
  if (rows == 0 || cols == 0) {
    refuse(source.name(), "the shape is " + shape_text(header.shape) +
                              "; at least one row and one column are needed");
  }
  const bool countable = rows <= std::numeric_limits<Index>::max() / 8 / cols;
  const std::optional<std::uint64_t> left = source.left();
  if (!countable || (left && *left < static_cast<std::uint64_t>(rows * cols * item))) {
    refuse_truncated(source.name(), "the header announces the shape " + shape_text(header.shape) +
                                        " with " + std::to_string(item) + " bytes an entry, " +
                                        (left ? "but " + std::to_string(*left) + " bytes follow"
                                              : "which no memory can hold"));
  }
  return static_cast<std::size_t>(rows * cols);
}

void refuse_more(Source& source) {
  if (source.peek(1).empty()) return;
  refuse(source.name(),
         "more bytes follow than the header announces; one array a file is read; "
         "save it again on its own");
}

/// Reads the entries from `begin`, where the source stands, up to `end`, counted in file order. The
/// memory grows with the bytes that come, so that announcing a size that is not there costs
/// nothing.
template <class T>
std::vector<T> read_entries(Source& source, const NpyHeader& header, std::size_t begin,
                            std::size_t end, Append<T> append_block) {
  constexpr std::size_t block = std::size_t{1} << 16U;
  const bool swapped = header.big_endian != native_big;
  const bool plain = header.kind == 'f' && header.item_size == sizeof(T) && !swapped;
  std::vector<T> values;
  if (source.left()) values.reserve(end - begin);
  std::vector<char> bytes(plain ? 0 : block * header.item_size);
  while (begin + values.size() < end) {
    const std::size_t known = values.size();
    const std::size_t count = std::min(block, end - begin - known);
    const std::size_t size = count * header.item_size;
    std::size_t got = 0;
    if (plain) {
      values.resize(known + count);
      got = source.read(reinterpret_cast<char*>(values.data() + known), size);
    } else {
      got = source.read(bytes.data(), size);
      append_block(bytes, got / header.item_size, swapped, values);
    }
    if (got < size) {
      refuse_truncated(source.name(), "the header announces the shape " + shape_text(header.shape) +
                                          ", " + std::to_string(header.shape[0] * header.shape[1]) +
                                          " entries, but only " +
                                          std::to_string(begin + known + got / header.item_size) +
                                          " follow");
    }
  }
  return values;
}

/// Writes the columns that follow each other in `values` to the columns `first`, ... of the matrix.
/// It works in squares that fit into the cache.
template <class T>
void put_columns(const std::vector<T>& values, Index first, BasicMatrix<T>& matrix) {
  constexpr Index side = 32;
  const Index rows = matrix.rows();
  const Index end = first + std::ssize(values) / rows;
  for (Index i0 = 0; i0 < rows; i0 += side) {
    for (Index j0 = first; j0 < end; j0 += side) {
      for (Index i = i0; i < std::min(rows, i0 + side); ++i) {
        for (Index j = j0; j < std::min(end, j0 + side); ++j) {
          matrix(i, j) = values[static_cast<std::size_t>((j - first) * rows + i)];
        }
      }
    }
  }
}

/// Reads a file in Fortran order. Where it is certain that all bytes are there, it reads some
/// columns at a time, so that there is no second copy of the whole matrix.
template <class T>
BasicMatrix<T> read_columns(Source& source, const NpyHeader& header, Append<T> append_block) {
  constexpr Index block = Index{1} << 20U;
  constexpr Index fewest = 16;
  const Index rows = header.shape[0];
  const Index cols = header.shape[1];
  const Index some = source.left() ? std::max(block / rows, fewest) : cols;
  BasicMatrix<T> matrix;
  for (Index first = 0; first < cols; first += some) {
    const Index end = std::min(first + some, cols);
    const std::vector<T> values =
        read_entries(source, header, first * rows, end * rows, append_block);
    if (first == 0) matrix = BasicMatrix<T>(rows, cols);
    put_columns(values, first, matrix);
  }
  return matrix;
}

template <class T>
BasicMatrix<T> read_numbers(Source& source, const NpyHeader& header, Append<T> append_block) {
  const std::size_t total = checked_count(header, source);
  BasicMatrix<T> matrix =
      header.fortran_order ? read_columns(source, header, append_block)
                           : BasicMatrix<T>(header.shape[0], header.shape[1],
                                            read_entries(source, header, 0, total, append_block));
  refuse_more(source);
  return matrix;
}

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

AnyMatrix read_npy(Source& source) {
  const NpyHeader header = read_npy_header(source);
  if (header.kind == 'U' || header.kind == 'S') {
    refuse(source.name(),
           "the entries are text; a matrix of numbers is needed; convert the array "
           "with astype(float)");
  }
  if (header.shape.size() != 2) {
    refuse(source.name(), "the shape is " + shape_text(header.shape) +
                              "; a matrix has two dimensions; reshape the array" +
                              (header.shape.size() == 1 ? ", to one row with a[None, :]" : ""));
  }
  if (header.kind == 'f' && header.item_size == sizeof(float))
    return read_numbers<float>(source, header, append<float, float>);
  return read_numbers<double>(source, header, append_for(header.kind, header.item_size));
}

std::string read_npy_text(Source& source) {
  const NpyHeader header = read_npy_header(source);
  if (!header.shape.empty() || (header.kind != 'U' && header.kind != 'S')) {
    refuse(source.name(), "is an array of shape " + shape_text(header.shape) + " and kind '" +
                              header.kind + "'; a single text is needed");
  }
  const std::string bytes = source.read_all();
  if (bytes.size() != header.item_size) {
    refuse_truncated(source.name(), "announces a text of " + std::to_string(header.item_size) +
                                        " bytes, but " + std::to_string(bytes.size()) + " follow");
  }
  if (header.kind == 'S') return bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 4) {
    // Only ASCII occurs: the JSON of a model file is written in it.
    const std::size_t low = header.big_endian ? k + 3 : k;
    const auto zeros = std::count(bytes.begin() + k, bytes.begin() + k + 4, '\0');
    const auto code = static_cast<unsigned char>(bytes[low]);
    if (code >= 0x80 || zeros < 3 || (zeros == 3 && code == 0)) {
      refuse(source.name(), "the text is not plain ASCII; write it with json.dumps");
    }
    text += static_cast<char>(code);
  }
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

std::string npy_header(const std::vector<Index>& shape) {
  std::string text = std::string("{'descr': '") + (native_big ? '>' : '<') +
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
