#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/index.h"
#include "io/table_columns.h"

namespace grmf::io {

/// What the user should know about a table that was read: where it may be meant otherwise, and what
/// could not be kept.
class TableNotes {
 public:
  explicit TableNotes(const std::string& source) : source_(source) {}

  /// A number: one that is whole may be too large for a double.
  void large(Index line, std::string_view text, double number) {
    if (std::abs(number) >= largest_exact && large_line_ == 0) look_at_large(line, text, number);
  }
  /// A name held bytes that are not UTF-8.
  void foreign_bytes() { foreign_bytes_ = true; }
  /// The first name of a row, where nobody said that the column holds names.
  void first_name(std::string_view name);
  /// The first line, where it is read as data and nobody said so.
  void first_line(const std::vector<std::string>& fields);

  /// All that is to be told.
  [[nodiscard]] std::vector<std::string> all(const TableColumns& columns) const;

 private:
  static constexpr double largest_exact = 9007199254740992.0;  // 2^53

  void look_at_large(Index line, std::string_view text, double number);

  const std::string& source_;
  std::string large_;             ///< the first whole number that a double may not hold
  Index large_line_ = 0;          ///< its line; 0 where there is none
  std::string number_like_name_;  ///< the first name of a row, if it may be meant as a number
  bool foreign_bytes_ = false;
  bool header_like_ = false;
};

}  // namespace grmf::io
