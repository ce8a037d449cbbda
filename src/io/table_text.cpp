#include "io/table_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <variant>

#include "grmf/option.h"
#include "io/dialect.h"
#include "io/format_table.h"
#include "io/reading.h"

namespace grmf::io {
namespace {

bool is_figure(char c) { return c >= '0' && c <= '9'; }

/// What a number says by the way it is written.
NumberStyle style_in(std::string_view text) {
  NumberStyle style;
  const std::size_t power = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, power);
  const std::size_t point = std::min(digits.find_first_of(".,"), digits.size());
  style.decimal_comma = point < digits.size() && digits[point] == ',';
  style.decimals = static_cast<int>(
      std::count_if(digits.begin() + static_cast<long>(point), digits.end(), is_figure));
  const std::size_t first = std::min(digits.find_first_of("123456789"), digits.size());
  style.significant = static_cast<int>(
      std::count_if(digits.begin() + static_cast<long>(first), digits.end(), is_figure));
  style.exponent = power < text.size();
  int exponent = 0;
  if (style.exponent) {
    std::string_view number = text.substr(power + 1);
    if (number.starts_with('+')) number.remove_prefix(1);
    std::from_chars(number.data(), number.data() + number.size(), exponent);
  }
  style.step = std::pow(10.0, exponent - style.decimals);
  return style;
}

/// The style of a column, or of a table, in which numbers of both styles stand.
void join(const NumberStyle& other, NumberStyle& style) {
  style.decimals = std::max(style.decimals, other.decimals);
  style.significant = std::max(style.significant, other.significant);
  style.exponent = style.exponent || other.exponent;
  style.decimal_comma = style.decimal_comma || other.decimal_comma;
  if (style.step == 0 || (other.step > 0 && other.step < style.step)) style.step = other.step;
}

/// As many digits as the column has, and so many that the last one is not above its smallest step.
int digits_for(double number, const NumberStyle& style) {
  const double whole = std::abs(number) / style.step;
  const int needed =
      whole >= 1 && std::isfinite(whole) ? 1 + static_cast<int>(std::log10(whole)) : 1;
  return std::max({style.significant, std::min(needed, 17), 1});
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

TableText::TableText(Source& source, char usual_delimiter, const TableOptions& options,
                     Table& table)
    : text_(source.read_all()) {
  const std::unique_ptr<Source> memory = open_memory(text_, source.name());
  table = read_table(*memory, usual_delimiter, options, &cells_);
  cols_ = table.values.cols();
  styles_.resize(cols_);
  NumberStyle all;
  for (Index i = 0; i < table.values.rows(); ++i) {
    for (Index j = 0; j < cols_; ++j) {
      if (!std::isfinite(table.values(i, j))) continue;
      join(style_in(cell(i, j)), styles_[j]);
    }
  }
  for (const NumberStyle& style : styles_) join(style, all);
  for (NumberStyle& style : styles_) {
    // A column without numbers is written as those beside it.
    if (style.step > 0) continue;
    style.decimals = all.decimals;
    style.decimal_comma = all.decimal_comma;
  }
}

/// The place of a cell without quotes and blanks around it. One of blanks alone begins behind them.
Span TableText::inner(Index row, Index col) const {
  const Span cell = cells_[row * cols_ + col];
  const std::string_view whole(text_.data() + cell.first, cell.last - cell.first);
  const std::string_view bare = trimmed(without_quotes(trimmed(whole)));
  if (!bare.empty()) {
    const auto first = static_cast<std::uint64_t>(bare.data() - text_.data());
    return {first, first + bare.size()};
  }
  const bool quoted = !trimmed(whole).empty();
  const std::uint64_t place = cell.first + (quoted ? whole.rfind('"') : whole.size());
  return {place, place};
}

std::string_view TableText::cell(Index row, Index col) const {
  const Span place = inner(row, col);
  return {text_.data() + place.first, place.last - place.first};
}

std::string TableText::written(Index col, double number) const {
  const NumberStyle& style = styles_[col];
  std::array<char, 512> buffer{};
  const auto [end, error] =
      style.exponent ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                     std::chars_format::general, digits_for(number, style))
                     : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                     std::chars_format::fixed, style.decimals);
  // Only a number with more than 500 digits does not fit; it is then written as short as it can be.
  std::string text =
      error == std::errc() ? std::string(buffer.data(), end) : grmf::to_string(OptionValue(number));
  // A minus before nothing but zeros says nothing.
  if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos)
    text.erase(0, 1);
  if (style.decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

void TableText::replace(Index row, Index col, std::string text) {
  replaced_[static_cast<std::uint64_t>(row * cols_ + col)] = std::move(text);
}

std::string TableText::text() const {
  std::string result;
  std::uint64_t taken = 0;
  for (const auto& [number, text] : replaced_) {
    const auto cell = static_cast<Index>(number);
    const Span place = inner(cell / cols_, cell % cols_);
    result.append(text_, taken, place.first - taken).append(text);
    taken = place.last;
  }
  return result.append(text_, taken);
}

EditableInput read_editable(const std::filesystem::path& path, std::optional<Format> format,
                            const ReadOptions& options) {
  OpenInput open = open_input(path, format);
  const auto* table = std::get_if<TableFormat>(&row_of(open.format).functions);
  if (table == nullptr) return {.input = read_open(std::move(open), options), .text = {}};
  return told_by_name(*open.source, [&]() -> EditableInput {
    const std::unique_ptr<Source> source = unpacked_as(open.format, std::move(open.source));
    Table read;
    TableText kept(*source, table->delimiter, options.table, read);
    std::vector<std::string> notes = std::move(open.notes);
    notes.insert(notes.end(), read.notes.begin(), read.notes.end());
    return {.input = {.values = std::move(read.values),
                      .format = open.format,
                      .names = std::move(read.names),
                      .notes = std::move(notes)},
            .text = std::move(kept)};
  });
}

}  // namespace grmf::io
