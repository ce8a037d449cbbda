// The header of a .npy file is the text of a Python dictionary:
//
//   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }

#include "io/npy_header.h"

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "io/refusal.h"

namespace grmf::io {
namespace {

/// Reads the dictionary from left to right.
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  NpyHeader read() {
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !has_descr) {
        has_descr = true;
        read_descr();
      } else if (key == "fortran_order" && !has_order) {
        has_order = true;
        header_.fortran_order = truth();
      } else if (key == "shape" && !has_shape) {
        has_shape = true;
        read_shape();
      } else {
        damaged("has the unexpected key " + shown(key));
      }
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!rest_.empty()) damaged("has text after its end");
    if (!(has_descr && has_order && has_shape)) {
      damaged("lacks one of descr, fortran_order and shape");
    }
    return header_;
  }

 private:
  [[noreturn]] void damaged(const std::string& what) const {
    refuse(name_, "the npy header " + what + "; save the array again with numpy.save");
  }

  void skip_space() {
    const std::size_t start = rest_.find_first_not_of(" \t\n");
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }

  bool take(char wanted) {
    skip_space();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) damaged(std::string("lacks a '") + wanted + "'");
  }

  std::string quoted() {
    skip_space();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"') damaged("lacks a quoted word");
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) damaged("has a word without closing quote");
    std::string word(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return word;
  }

  bool truth() {
    skip_space();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    damaged("has a fortran_order that is neither True nor False");
  }

  void read_shape() {
    expect('(');
    while (!take(')')) {
      skip_space();
      Index size = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (error != std::errc() || size < 0) damaged("has a shape that is no list of sizes");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      take('L');  // Python 2 marked long numbers
      header_.shape.push_back(size);
      if (!take(',')) {
        expect(')');
        break;
      }
    }
  }

  void read_descr() {
    skip_space();
    if (rest_.starts_with('[')) refuse_kind("a record of several fields");
    const std::string descr = quoted();
    std::string_view kind = descr;
    header_.big_endian = std::endian::native == std::endian::big;
    if (!kind.empty() && std::string_view("<>|=").find(kind.front()) != std::string_view::npos) {
      if (kind.front() == '<') header_.big_endian = false;
      if (kind.front() == '>') header_.big_endian = true;
      kind.remove_prefix(1);
    }
    header_.kind = kind.empty() ? '\0' : kind.front();
    if (header_.kind == 'O') refuse_kind("Python objects, which are never loaded");
    std::size_t size = 0;
    const char* last = descr.data() + descr.size();
    const char* first = kind.empty() ? last : kind.data() + 1;
    const auto [end, error] = std::from_chars(first, last, size);
    const std::optional<std::size_t> bytes = item_size(header_.kind, size);
    if (error != std::errc() || end != last || !bytes) {
      refuse_kind("of the kind " + shown(descr));
    }
    header_.item_size = *bytes;
  }

  /// The bytes of an entry, or empty for a kind that is not read.
  static std::optional<std::size_t> item_size(char kind, std::size_t size) {
    const bool power_of_two = size == 1 || size == 2 || size == 4 || size == 8;
    constexpr std::size_t longest_text = std::size_t{1} << 40U;
    switch (kind) {
      case 'f':
        return power_of_two && size > 1 ? std::optional(size) : std::nullopt;
      case 'i':
      case 'u':
        return power_of_two ? std::optional(size) : std::nullopt;
      case 'b':
        return size == 1 ? std::optional(size) : std::nullopt;
      case 'S':
        return size < longest_text ? std::optional(size) : std::nullopt;
      case 'U':
        return size < longest_text ? std::optional(4 * size) : std::nullopt;
      default:
        return {};
    }
  }

  [[noreturn]] void refuse_kind(const std::string& kind) const {
    refuse(name_, "the entries are " + kind +
                      "; read are float16 to float64, whole numbers and truth values; convert "
                      "the array with astype(float)");
  }

  std::string_view rest_;
  const std::string& name_;
  NpyHeader header_;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t number = 0;
  for (std::size_t k = bytes.size(); k > 0; --k) {
    number = number << 8U | static_cast<unsigned char>(bytes[k - 1]);
  }
  return number;
}

}  // namespace

NpyHeader read_npy_header(Source& source) {
  constexpr std::string_view magic = "\x93NUMPY";
  constexpr std::size_t longest = std::size_t{1} << 20U;
  std::array<char, 8> start{};
  const std::size_t count = source.read(start.data(), start.size());
  const std::string_view begin(start.data(), count);
  if (!magic.starts_with(begin.substr(0, magic.size()))) {
    refuse(source.name(),
           "does not start as npy files do; write it with numpy.save or give its true format with "
           "--format");
  }
  if (count < start.size()) refuse_truncated(source.name(), "ends inside the npy header");
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3 || start[7] != 0) {
    refuse(source.name(), "npy version " + std::to_string(version) + "." +
                              std::to_string(static_cast<unsigned char>(start[7])) +
                              "; versions 1.0, 2.0 and 3.0 are read; save it as one of these");
  }
  std::array<char, 4> size_bytes{};
  const std::size_t size_width = version == 1 ? 2 : 4;
  if (source.read(size_bytes.data(), size_width) < size_width) {
    refuse_truncated(source.name(), "ends inside the npy header");
  }
  const std::size_t length = little_endian({size_bytes.data(), size_width});
  if (length > longest) {
    refuse(source.name(), "the npy header announces " + std::to_string(length) +
                              " bytes for itself; at most 1048576 are read");
  }
  std::string text(length, '\0');
  if (source.read(text.data(), length) < length) {
    refuse_truncated(source.name(), "ends inside the npy header");
  }
  return Dictionary(text, source.name()).read();
}

std::string shape_text(const std::vector<Index>& shape) {
  std::string text = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) {
    text += (k == 0 ? "" : ", ") + std::to_string(shape[k]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace grmf::io
