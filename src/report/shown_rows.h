#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "grmf/fit.h"
#include "grmf/groups.h"
#include "io/model_file.h"

/// What every form of `grmf groups` (text, json, csv, picture) shows.
namespace grmf::report {

/// The same rows of both factors: from `first` up to, not including, `end`.
struct RowRange {
  Index first = 0;
  Index end = std::numeric_limits<Index>::max();
};

/// The rows that were asked for.
struct ShownRows {
  Result factors;   ///< u and v hold these rows alone: a measure of the fit is one of what is shown
  Index first = 0;  ///< their number in the model: row 0 of u is its row `first`
};

/// A factor that has fewer rows than asked for shows those it has. Throws Error where neither has any.
ShownRows shown_rows(const io::Model& model, const RowRange& range);

using RowVisitor = std::function<void(char factor, Index row, const std::vector<Group>& groups)>;

/// First those of U, then those of V; `row` is the number in the model.
void for_each_row(const ShownRows& shown, const RowVisitor& visit);

/// How many groups have how many members; zeros are left out.
std::map<std::size_t, Index> group_sizes(const ShownRows& shown);

constexpr char zero_sign = '.';
constexpr char single_sign = '*';

/// What stands for each group of a row: zeros and values of their own have a sign, ties get letters.
std::vector<char> signs_of(const std::vector<Group>& groups);

/// "0 2 3"
std::string joined(const std::vector<Index>& members);

/// "60 rows of U and 40 rows of V"
std::string which_rows(const ShownRows& shown);
/// Distinct values, zeros and ties in one sentence.
std::string summary_of(const ShownRows& shown);

}  // namespace grmf::report
