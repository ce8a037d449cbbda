#include "io/content.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "io/utf8.h"

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
  if (start.find('\0') != std::string_view::npos) return false;
  const std::string valid = valid_utf8(start);
  const auto odd = std::ranges::mismatch(start, valid).in1;
  // At the end a character may be cut off: one that began, and has less than four bytes.
  const std::string_view rest = start.substr(static_cast<std::size_t>(odd - start.begin()));
  const bool begins = !rest.empty() && static_cast<unsigned char>(rest.front()) >= 0xC2;
  return rest.empty() || (begins && rest.size() < 4 && characters_in(rest) == 1);
}

}  // namespace grmf::io
