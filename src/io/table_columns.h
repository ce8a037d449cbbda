#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grmf/io/table_options.h"
#include "grmf/matrix.h"

namespace grmf::io {

/// What a column of a table is.
enum class Role { number, name, left_out };

/// The columns of a table: their names, which may be empty, and what each is.
struct TableColumns {
  std::vector<std::string> names;  ///< of all columns; empty without a header
  std::vector<Role> roles;

  /// How messages call column `column`, which is counted from 0: "column 3 ('city')".
  [[nodiscard]] std::string title(Index column) const;
  /// What --drop calls it: its name where that is the only one of its kind, no number and without a
  /// character that separates words or means something to a shell, else its number.
  [[nodiscard]] std::string handle(Index column) const;
};

/// Whether a header leaves its first field empty, as programs do that write the names of rows.
bool nameless_corner(const std::vector<std::string>& names);

/// Decides on the roles of columns. `first` are the fields of the first row, and `is_text` tells
/// whether a field is neither a number nor missing. Throws Error, which names `source`, for an
/// unknown column and where no column of numbers is left.
TableColumns columns_of(const std::string& source, const TableOptions& options,
                        std::vector<std::string> names, const std::vector<std::string>& first,
                        bool (*is_text)(std::string_view, const TableOptions&));

}  // namespace grmf::io
