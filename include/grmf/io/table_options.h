#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grmf/names.h"

/// How tables of text are read. docs/tables.md has the rules.
namespace grmf::io {

/// What cannot be told from a table itself, or is to be read otherwise.
struct TableOptions {
  /// What separates fields: a comma, a semicolon, a tab, or a blank for runs of blanks. Empty:
  /// found in the first line.
  std::optional<char> delimiter = {};
  /// Whether the first line is a header. Empty: it is one if no field in it is a number or missing;
  /// the first may be empty.
  std::optional<bool> header = {};
  /// Words that mean a missing value, besides the empty field, NA, NaN, null and ?.
  std::vector<std::string> missing = {};
  /// The column of the names of the rows: a name, or a number counted from 1; "none" for no such
  /// column. Empty: the first column, if a header leaves its field empty; or else if its first
  /// field is neither a number nor missing, and then a number further down is refused.
  std::string id_column = {};
  /// The columns to take, or to leave out: names, numbers counted from 1, and ranges of them such
  /// as 3-5. Empty: all, and none.
  std::vector<std::string> columns = {};
  std::vector<std::string> drop = {};
  /// Whether `drop` may name columns that the table does not have.
  bool absent_may_be_dropped = false;

  friend bool operator==(const TableOptions&, const TableOptions&) = default;
};

using grmf::Names;

}  // namespace grmf::io
