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

#include "io/npy_fold.h"
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
Index checked_count(const NpyHeader& header, const Source& source) {
  const auto item = static_cast<Index>(header.item_size);
  Index count = 1;
  bool countable = true;
  for (const Index size : header.shape) {
    if (size == 0) {
      refuse(source.name(), "the shape is " + shape_text(header.shape) +
                                "; at least one row and one column are needed");
    }
    countable = countable && count <= std::numeric_limits<Index>::max() / 8 / size;
    count = countable ? count * size : 0;
  }
  const std::optional<std::uint64_t> left = source.left();
  if (!countable || (left && *left < static_cast<std::uint64_t>(count * item))) {
    refuse_truncated(source.name(), "the header announces the shape " + shape_text(header.shape) +
                                        " with " + std::to_string(item) + " bytes an entry, " +
                                        (left ? "but " + std::to_string(*left) + " bytes follow"
                                              : "which no memory can hold"));
  }
  return count;
}

/// Reads the entries of an array as numbers of type T.
template <class T>
class ArrayReader {
 public:
  ArrayReader(Source& source, const NpyHeader& header, Index total, Append<T> append_block)
      : source_(source), header_(header), total_(total), append_(append_block) {}

  BasicMatrix<T> read(const FoldedArray& array) {
    BasicMatrix<T> matrix = array.axes.size() <= 1
                                ? BasicMatrix<T>(array.rows, array.cols, entries(0, total_))
                                : rearranged(array);
    if (!source_.peek(1).empty()) {
      refuse(source_.name(),
             "more bytes follow than the header announces; one array a file is read; "
             "save it again on its own");
    }
    return matrix;
  }

 private:
  /// Reads the entries from `begin`, where the source stands, up to `end`, counted in file order.
  /// The memory grows with the bytes that come, so that announcing a size that is not there costs
  /// nothing.
  std::vector<T> entries(Index begin, Index end) {
    constexpr Index block = Index{1} << 16U;
    const auto item = static_cast<Index>(header_.item_size);
    const bool swapped = header_.big_endian != native_big;
    const bool plain = header_.kind == 'f' && item == sizeof(T) && !swapped;
    std::vector<T> values;
    if (source_.left()) values.reserve(static_cast<std::size_t>(end - begin));
    std::vector<char> bytes(static_cast<std::size_t>(plain ? 0 : block * item));
    while (begin + std::ssize(values) < end) {
      const std::size_t known = values.size();
      const Index count = std::min(block, end - begin - std::ssize(values));
      const auto size = static_cast<std::size_t>(count * item);
      std::size_t got = 0;
      if (plain) {
        values.resize(known + static_cast<std::size_t>(count));
        got = source_.read(reinterpret_cast<char*>(values.data() + known), size);
      } else {
        got = source_.read(bytes.data(), size);
        append_(bytes, got / header_.item_size, swapped, values);
      }
      if (got < size) {
        const std::size_t followed =
            static_cast<std::size_t>(begin) + known + got / header_.item_size;
        refuse_truncated(source_.name(), "the header announces the shape " +
                                             shape_text(header_.shape) + ", " +
                                             std::to_string(total_) + " entries, but only " +
                                             std::to_string(followed) + " follow");
      }
    }
    return values;
  }

  /// Reads a file of another order than that of the matrix, by lines of its fastest axis. Where it
  /// is certain that all bytes are there, it reads some lines at a time, so that there is no second
  /// copy of the whole matrix.
  BasicMatrix<T> rearranged(const FoldedArray& array) {
    constexpr Index block = Index{1} << 20U;
    constexpr Index fewest = 16;
    const FoldedAxis along = array.axes.back();
    const Index lines = total_ / along.size;
    const Index some = source_.left() ? std::max(block / along.size, fewest) : lines;
    BasicMatrix<T> matrix;
    std::vector<Index> starts;
    for (Index first = 0; first < lines; first += some) {
      const Index end = std::min(first + some, lines);
      const std::vector<T> values = entries(first * along.size, end * along.size);
      if (first == 0) matrix = BasicMatrix<T>(array.rows, array.cols);
      starts.clear();
      for (Index line = first; line < end; ++line) starts.push_back(start_of(line, array.axes));
      put_lines(values, starts, along, matrix.data());
    }
    return matrix;
  }

  /// Where in the matrix a line begins.
  static Index start_of(Index line, const std::vector<FoldedAxis>& axes) {
    Index start = 0;
    for (std::size_t k = axes.size() - 1; k-- > 0;) {
      start += line % axes[k].size * axes[k].step;
      line /= axes[k].size;
    }
    return start;
  }

  /// Writes lines that follow each other in `values` to their places. It works in squares that fit
  /// into the cache.
  static void put_lines(const std::vector<T>& values, const std::vector<Index>& starts,
                        FoldedAxis along, T* matrix) {
    constexpr Index side = 32;
    const Index lines = std::ssize(starts);
    for (Index i0 = 0; i0 < along.size; i0 += side) {
      for (Index l0 = 0; l0 < lines; l0 += side) {
        for (Index i = i0; i < std::min(along.size, i0 + side); ++i) {
          for (Index l = l0; l < std::min(lines, l0 + side); ++l) {
            const auto line = static_cast<std::size_t>(l);
            matrix[starts[line] + i * along.step] =
                values[line * static_cast<std::size_t>(along.size) + static_cast<std::size_t>(i)];
          }
        }
      }
    }
  }

  Source& source_;
  const NpyHeader& header_;
  Index total_;
  Append<T> append_;
};

}  // namespace

AnyMatrix read_npy(Source& source, const ReadOptions& options) {
  const NpyHeader header = read_npy_header(source);
  if (header.kind == 'U' || header.kind == 'S') {
    refuse(source.name(),
           "the entries are text; a matrix of numbers is needed; convert the array "
           "with astype(float)");
  }
  const Index total = checked_count(header, source);
  const FoldedArray array = folded(source.name(), header, options.fold);
  if (header.kind == 'f' && header.item_size == sizeof(float))
    return ArrayReader<float>(source, header, total, append<float, float>).read(array);
  return ArrayReader<double>(source, header, total, append_for(header.kind, header.item_size))
      .read(array);
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

}  // namespace grmf::io
