#include "io/dialect.h"

#include <algorithm>
#include <array>
#include <string>

#include <fast_float/fast_float.h>

namespace grmf::io {
namespace {

/// The first line of the text, with what stands in quotes taken out.
std::string first_line_outside_quotes(std::string_view text) {
  std::string line;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '\n' || c == '\r')) break;
    if (!quoted && c != '"') line += c;
  }
  return line;
}

/// The number of texts that are separated by runs of blanks.
std::ptrdiff_t words_in(std::string_view line) {
  std::ptrdiff_t words = 0;
  bool inside = false;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    const bool blank = !quoted && (c == ' ' || c == '\t' || c == '\r');
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return words;
}

/// Whether at most one comma lies between two semicolons, as decimal commas do.
bool semicolons_separate(std::string_view line) {
  std::ptrdiff_t commas = 0;
  for (const char c : line) {
    if (c == ';') commas = 0;
    if (c == ',' && ++commas > 1) return false;
  }
  return line.find(';') != std::string_view::npos;
}

bool blanks_separate(std::string_view text) {
  const std::size_t end = text.find('\n');
  const std::ptrdiff_t words = words_in(text.substr(0, end));
  if (words < 2) return false;
  if (end == std::string_view::npos) return true;
  const std::string_view rest = text.substr(end + 1);
  const std::string_view second = rest.substr(0, rest.find('\n'));
  return trimmed(second).empty() || words_in(second) == words;
}

}  // namespace

std::string as_field(std::string_view text, char delimiter) {
  const bool plain = text.find_first_of("\"\r\n") == std::string_view::npos &&
                     text.find(delimiter) == std::string_view::npos && trimmed(text) == text;
  if (plain) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

char delimiter_of(std::string_view text, char usual) {
  const std::string line = first_line_outside_quotes(text);
  const auto has = [&](char c) { return line.find(c) != std::string::npos; };
  if (usual == '\t' && has('\t')) return '\t';
  if (semicolons_separate(line)) return ';';
  for (const char c : {'\t', ','}) {
    if (has(c)) return c;
  }
  return blanks_separate(text) ? blanks : usual;
}

bool is_missing(std::string_view field, const TableOptions& options) {
  field = trimmed(field);
  constexpr std::array<std::string_view, 5> words = {"", "NA", "NaN", "null", "?"};
  return std::find(words.begin(), words.end(), field) != words.end() ||
         std::find(options.missing.begin(), options.missing.end(), field) != options.missing.end();
}

std::optional<double> number_in(std::string_view field, bool decimal_comma) {
  field = trimmed(field);
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  if (field.empty()) return {};
  const char* last = field.data() + field.size();
  const bool comma = decimal_comma && field.find(',') != std::string_view::npos;
  const fast_float::parse_options format(fast_float::chars_format::general, comma ? ',' : '.');
  double number = 0.0;
  const auto [end, error] = fast_float::from_chars_advanced(field.data(), last, number, format);
  // Numbers beyond the range of double become 0 or inf, as everywhere.
  const bool valid = error == std::errc() || error == std::errc::result_out_of_range;
  if (!valid || end != last) return {};
  return number;
}

bool is_decorated_number(std::string_view field) {
  field = trimmed(field);
  const std::size_t length = field.size();
  for (const std::string_view sign : {"$", "\xE2\x82\xAC", "\xC2\xA3", "%"}) {
    if (field.starts_with(sign)) field.remove_prefix(sign.size());
    if (field.ends_with(sign)) field.remove_suffix(sign.size());
  }
  field = trimmed(field);
  const bool figures = field.find_first_of("0123456789") != std::string_view::npos &&
                       field.find_first_not_of("0123456789.,'+- ") == std::string_view::npos;
  // Points alone make a date, and so may a minus that stands inside.
  const bool date = field.find_first_of(",' ") == std::string_view::npos ||
                    field.find('-', 1) != std::string_view::npos;
  return figures && (field.size() < length || !date);
}

}  // namespace grmf::io
