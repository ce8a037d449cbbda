#pragma once

#include <string>
#include <vector>

#include "grmf/export.h"
#include "grmf/index.h"

namespace grmf {

/// The names of the rows and columns of a table. A list is empty where there are none; an empty
/// name is none either.
struct GRMF_EXPORT Names {
  std::vector<std::string> rows = {};
  std::vector<std::string> columns = {};

  /// What messages call a row or a column: "row 'Paris'", or "row 3 (counted from 0)" where it has
  /// no name. Long names are cut, and control characters are made harmless.
  [[nodiscard]] std::string row(Index i) const;
  [[nodiscard]] std::string column(Index j) const;
  /// What messages call an entry: "row 'Paris', column 'May'".
  [[nodiscard]] std::string entry(Index i, Index j) const;

  friend bool operator==(const Names&, const Names&) = default;
};

}  // namespace grmf
