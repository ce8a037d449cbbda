#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "grmf/fit.h"
#include "grmf/groups.h"
#include "grmf/io/model_file.h"

/// The rows that every form of `grmf groups` (text, json, csv, picture) shows.
namespace grmf::report {

/// The same range of rows in both factors: from `first` up to, not including, `end`.
struct RowRange {
  Index first = 0;
  Index end = std::numeric_limits<Index>::max();
};

/// The rows that were asked for.
struct ShownRows {
  /// Its u and v hold only these rows, so that a measure of it is a measure of what is shown.
  Result factors;
  Index first = 0;   ///< row 0 of u is row `first` of the model
  Names names = {};  ///< of all rows of the model's U (rows) and V (columns)
};

/// The rows of a model in a range. A factor that ends before the range does shows the rows it has.
/// Throws Error where neither factor has any.
ShownRows shown_rows(const io::Model& model, const RowRange& range);

/// A row of a factor.
struct ShownRow {
  char factor = 'U';
  Index number = 0;       ///< in the model
  std::string name = {};  ///< of the row or column of the data; empty where it has none
};

using RowVisitor = std::function<void(const ShownRow& row, const std::vector<Group>& groups)>;

/// Visits the rows of U, then the rows of V.
void for_each_row(const ShownRows& shown, const RowVisitor& visit);

/// How many groups have how many members; zeros are left out.
std::map<std::size_t, Index> group_sizes(const ShownRows& shown);

constexpr char zero_symbol = '.';
constexpr char single_symbol = '*';

/// The symbol that stands for each group of a row: one for zeros, one for values that occur once,
/// and letters for ties.
std::vector<char> symbols_of(const std::vector<Group>& groups);

/// The numbers with blanks between them: "0 2 3".
std::string joined(const std::vector<Index>& members);

/// The shown rows in words: "60 rows of U and 40 rows of V".
std::string which_rows(const ShownRows& shown);
/// A sentence on distinct values, zeros and ties.
std::string summary_of(const ShownRows& shown);

}  // namespace grmf::report
