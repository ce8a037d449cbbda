#include "methods/odd_data.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/shown.h"
#include "data/names.h"
#include "data/negative_entries.h"

namespace grmf::internal {
namespace {

void clear_rows(const std::vector<Index>& rows, Matrix& factor) {
  for (const Index i : rows) std::fill(factor.row(i).begin(), factor.row(i).end(), 0.0);
}

/// Says that lines have no data: `one` is what messages call the first of them, `kind` "row" or
/// "column", and `names` are those of all lines of the kind.
void warn(const std::vector<Index>& lines, const std::string& one, const std::string& kind,
          const std::vector<std::string>& names, Result& result) {
  if (lines.size() == 1) result.warnings.push_back(one + " has no data and is estimated as 0");
  if (lines.size() < 2) return;
  result.warnings.push_back(counted(std::ssize(lines), kind) +
                            " have no data and are estimated as 0: " + listed(names, lines));
}

}  // namespace

void clear_empty_lines(const Data& data, Matrix& u, Matrix& v) {
  clear_rows(data.empty_rows(), u);
  clear_rows(data.empty_columns(), v);
}

void warn_of_empty_lines(const Data& data, Result& result) {
  const auto& names = data.names();
  const auto& rows = data.empty_rows();
  const auto& columns = data.empty_columns();
  if (!rows.empty()) warn(rows, names.row(rows.front()), "row", names.rows, result);
  if (!columns.empty())
    warn(columns, names.column(columns.front()), "column", names.columns, result);
}

void warn_of_negative_entries(const Data& data, Result& result) {
  const NegativeEntries negative = negative_entries(data);
  if (negative.count == 0) return;
  const bool one = negative.count == 1;
  result.warnings.push_back(
      std::to_string(negative.count) + " of " + std::to_string(data.observed()) +
      " observed entries " + (one ? "is" : "are") +
      " negative and cannot be reached by factors >= 0; " + (one ? "it" : "the first") + " is at " +
      data.names().entry(negative.row, negative.col));
}

}  // namespace grmf::internal
