#include "io/table_columns.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "io/refusal.h"

namespace grmf::io {
namespace {

/// A whole number from 1 on, and nothing for any other text.
std::optional<Index> place_in(std::string_view text) {
  Index place = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, place);
  if (error != std::errc() || end != last || place < 1) return {};
  return place;
}

/// Whether a word can be typed behind a flag as it is: nothing in it means something to a shell, or
/// separates words.
bool can_be_typed(std::string_view word) {
  return !word.starts_with('-') && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c >= 0x80;
  });
}

/// Finds columns by what the user calls them.
class Finder {
 public:
  Finder(const std::string& source, const std::vector<std::string>& names, Index count)
      : source_(source), names_(names), count_(count) {}

  /// Whether it is the name of a column, or a number or range.
  [[nodiscard]] bool knows(const std::string& word) const {
    const bool named = std::find(names_.begin(), names_.end(), word) != names_.end();
    return named || word.find_first_not_of("0123456789-") == std::string::npos;
  }

  /// The columns that one word stands for: a name, a number or a range. A name counts before a
  /// number.
  [[nodiscard]] std::vector<Index> find(const std::string& flag, const std::string& word) const {
    if (const auto named = std::find(names_.begin(), names_.end(), word); named != names_.end()) {
      refuse_if_repeated(flag, word);
      return {named - names_.begin()};
    }
    if (const std::optional<Index> place = place_in(word)) return {checked(flag, word, *place) - 1};
    const std::size_t dash = word.find('-');
    if (dash != std::string::npos) {
      const std::optional<Index> first = place_in(word.substr(0, dash));
      const std::optional<Index> last = place_in(word.substr(dash + 1));
      if (first && last && *first <= *last) {
        std::vector<Index> range;
        for (Index place = *first; place <= checked(flag, word, *last); ++place)
          range.push_back(place - 1);
        return range;
      }
    }
    refuse(source_, flag + " has " + shown(word) +
                        ", which is no name of a column, no number and no range such as 3-5" +
                        (names_.empty() ? "; the table has no header" : ""));
  }

 private:
  void refuse_if_repeated(const std::string& flag, const std::string& word) const {
    if (std::count(names_.begin(), names_.end(), word) == 1) return;
    refuse(source_, flag + " has " + shown(word) +
                        ", which is the name of several columns; call it by its number");
  }
  [[nodiscard]] Index checked(const std::string& flag, const std::string& word, Index place) const {
    if (place <= count_) return place;
    refuse(source_, flag + " has " + shown(word) + "; the table has " + counted(count_, "column") +
                        ", counted from 1");
  }

  const std::string& source_;
  const std::vector<std::string>& names_;
  Index count_;
};

}  // namespace

bool nameless_corner(const std::vector<std::string>& names) {
  return !names.empty() && names.front().empty();
}

std::string TableColumns::title(Index column) const {
  std::string number = "column " + std::to_string(column + 1);
  if (names.empty() || names[column].empty()) return number;
  return number + " (" + shown(names[column]) + ")";
}

std::string TableColumns::handle(Index column) const {
  const bool named = !names.empty() && !names[column].empty() && !place_in(names[column]) &&
                     can_be_typed(names[column]) &&
                     std::count(names.begin(), names.end(), names[column]) == 1;
  return named ? names[column] : std::to_string(column + 1);
}

TableColumns columns_of(const std::string& source, const TableOptions& options,
                        std::vector<std::string> names, const std::vector<std::string>& first,
                        bool (*is_text)(std::string_view, const TableOptions&)) {
  const Index count = std::ssize(first);
  const Finder finder(source, names, count);
  std::vector<Role> roles(first.size(), options.columns.empty() ? Role::number : Role::left_out);
  for (const std::string& word : options.columns) {
    for (const Index column : finder.find("--columns", word)) roles[column] = Role::number;
  }
  for (const std::string& word : options.drop) {
    if (options.absent_may_be_dropped && !finder.knows(word)) continue;
    for (const Index column : finder.find("--drop", word)) roles[column] = Role::left_out;
  }
  if (options.id_column.empty()) {
    // The names of rows are there whatever columns are taken, unless they are dropped.
    const bool dropped = options.columns.empty() && roles[0] == Role::left_out;
    const bool named = nameless_corner(names) || is_text(first[0], options);
    if (!dropped && count > 1 && named) roles[0] = Role::name;
  } else if (options.id_column != "none") {
    for (const Index column : finder.find("--id-column", options.id_column))
      roles[column] = Role::name;
  }
  if (std::count(roles.begin(), roles.end(), Role::number) == 0)
    refuse(source, "no column of numbers is left; take some with --columns, or drop fewer");
  return {std::move(names), std::move(roles)};
}

}  // namespace grmf::io
