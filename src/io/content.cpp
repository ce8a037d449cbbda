#include "io/content.h"

#include <algorithm>
#include <array>
#include <utility>

namespace grmf::io {
namespace {

using namespace std::string_view_literals;

/// How files begin that always begin in the same way.
constexpr std::array signatures = {
    std::pair{Format::npy, "\x93NUMPY"sv},
    std::pair{Format::npz, "PK\x03\x04"sv},
    std::pair{Format::npz, "PK\x05\x06"sv},  // an archive without members
    std::pair{Format::png, "\x89PNG\r\n\x1A\n"sv},
    std::pair{Format::jpeg, "\xFF\xD8\xFF"sv},
    std::pair{Format::tiff, "II*\0"sv},
    std::pair{Format::tiff, "MM\0*"sv},
    std::pair{Format::tiff, "II+\0"sv},
    std::pair{Format::tiff, "MM\0+"sv},
};

bool is_map(Format format) { return format == Format::pgm || format == Format::ppm; }

/// Removes blanks and comments from the front. Returns whether there were any.
bool skip_map_blanks(std::string_view& text) {
  const std::size_t before = text.size();
  for (;;) {
    const std::size_t blanks = std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size());
    text.remove_prefix(blanks);
    if (!text.starts_with('#')) return text.size() < before;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

/// The format of a portable map by its whole header: its kind, width, height and white. The kind
/// alone would not do: a table may have a column P2.
std::optional<Format> map_in(std::string_view start) {
  if (start.size() < 2 || start[0] != 'P') return {};
  const char kind = start[1];
  const bool grey = kind == '2' || kind == '5';
  if (!grey && kind != '3' && kind != '6') return {};
  start.remove_prefix(2);
  for (int number = 0; number < 3; ++number) {
    if (!skip_map_blanks(start)) return {};
    const std::size_t digits = std::min(start.find_first_not_of("0123456789"), start.size());
    if (digits == 0) return {};
    start.remove_prefix(digits);
  }
  if (!skip_map_blanks(start)) return {};
  return grey ? Format::pgm : Format::ppm;
}

/// The bytes of a UTF-8 character that begins with `first`; 0 where none does.
std::size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

}  // namespace

std::optional<Format> format_in(std::string_view start) {
  for (const auto& [format, signature] : signatures) {
    if (start.starts_with(signature)) return format;
  }
  return map_in(start);
}

bool may_be(Format format, std::string_view start) {
  if (is_map(format)) return start.empty() || start.starts_with('P');
  const auto begins_so = [&](const auto& row) {
    return row.first == format && (start.starts_with(row.second) || row.second.starts_with(start));
  };
  const bool has_signature = std::ranges::find(signatures, format, [](const auto& row) {
                               return row.first;
                             }) != signatures.end();
  return !has_signature || std::ranges::any_of(signatures, begins_so);
}

bool alike(Format a, Format b) { return a == b || (is_map(a) && is_map(b)); }

bool is_text(std::string_view start) {
  while (!start.empty()) {
    const std::size_t length = utf8_length(static_cast<unsigned char>(start.front()));
    if (length == 0 || start.front() == '\0') return false;
    const std::string_view rest = start.substr(1, length - 1);
    const bool follows = std::ranges::all_of(
        rest, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; });
    if (!follows) return false;
    start.remove_prefix(std::min(length, start.size()));
  }
  return true;
}

}  // namespace grmf::io
