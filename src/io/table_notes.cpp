#include "io/table_notes.h"

#include <optional>

#include "io/dialect.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

/// Whether all fields behind the first are years in order, as the header of a table may be that the
/// rule takes for data.
bool looks_like_years(const std::vector<std::string>& fields) {
  double before = 999;
  for (std::size_t k = 1; k < fields.size(); ++k) {
    const std::optional<double> year = number_in(fields[k], false);
    if (!year || *year <= before || *year > 2999 || *year != std::floor(*year)) return false;
    before = *year;
  }
  return fields.size() > 2;
}

}  // namespace

void TableNotes::look_at_large(Index line, std::string_view text, double number) {
  // 2^53 itself is exact, but 2^53 + 1 becomes the same double.
  const bool exact = std::abs(number) == largest_exact && text.ends_with("9007199254740992");
  const bool whole = !exact && text.find_first_of(".,eEn") == std::string_view::npos;
  if (!whole || std::isinf(number)) return;
  large_line_ = line;
  large_ = text;
}

void TableNotes::first_name(std::string_view name) {
  if (is_decorated_number(name)) number_like_name_ = name;
}

void TableNotes::first_line(const std::vector<std::string>& fields) {
  header_like_ = looks_like_years(fields);
}

std::vector<std::string> TableNotes::all(const TableColumns& columns) const {
  std::vector<std::string> notes;
  if (large_line_ > 0) {
    notes.push_back(source_ + ":" + std::to_string(large_line_) + ": holds " + shown(large_) +
                    "; whole numbers beyond 2^53 are rounded to the nearest double");
  }
  if (!number_like_name_.empty()) {
    notes.push_back(source_ + ": " + columns.title(0) + " is read as the names of rows, because " +
                    shown(number_like_name_) +
                    " is no number; --id-column none says that it has numbers");
  }
  if (foreign_bytes_) {
    notes.push_back(source_ +
                    ": names hold bytes that are not UTF-8, which are replaced; save the table as "
                    "UTF-8");
  }
  if (header_like_) {
    notes.push_back(source_ + ":1: is read as data; if these years are a header, say --header yes");
  }
  return notes;
}

}  // namespace grmf::io
