#include "commands/labels.h"

#include <algorithm>

#include "base/shown.h"
#include "grmf/error.h"

namespace grmf::cli {
namespace {

std::vector<std::string> matched(const std::string& what, const std::vector<std::string>& others,
                                 const std::vector<std::string>& names, const std::string& whose) {
  if (names.empty() || others.empty()) return names.empty() ? others : names;
  // Another number of rows or columns is refused later, with the shapes.
  const std::size_t count = std::min(others.size(), names.size());
  std::size_t k = 0;
  while (k < count && names[k] == others[k]) ++k;
  if (k == count) return names;
  throw Error(ErrorCode::invalid_data, what + " " + std::to_string(k) + " (counted from 0) is " +
                                           internal::shown(names[k]) + ", " + whose + " " +
                                           internal::shown(others[k]) +
                                           "; the names and their order must be the same");
}

}  // namespace

std::string label_of(const std::vector<std::string>& names, Index k) {
  return names.empty() || names[k].empty() ? std::to_string(k) : names[k];
}

std::string counting_note(const Names& names) {
  if (!names.rows.empty() && !names.columns.empty()) return {};
  return "Rows and columns without names are counted from 0; columns left out do not count.\n";
}

Names matched_names(const Names& others, const Names& data, const std::string& whose) {
  return {.rows = matched("row", others.rows, data.rows, whose),
          .columns = matched("column", others.columns, data.columns, whose)};
}

}  // namespace grmf::cli
