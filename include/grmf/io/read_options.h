#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grmf/io/table_options.h"

/// What a file does not tell of how it is to be read. docs/formats.md has the rules.
namespace grmf::io {

/// How an array of any number of dimensions becomes a matrix. Its axes are counted from 0, and each
/// is named once. Of several axes the last runs fastest.
struct Fold {
  std::vector<int> rows = {};     ///< the axes that the rows run over, at least one
  std::vector<int> columns = {};  ///< the axes that the columns run over, at least one
  /// Whether an array of another number of dimensions, and what is no array, is read as if there
  /// were no Fold, instead of being refused.
  bool only_where_it_fits = false;
};

struct ReadOptions {
  TableOptions table = {};        ///< for tables of text
  std::optional<Fold> fold = {};  ///< for arrays of npy and npz; needed from 3 dimensions on
  std::string member = {};        ///< the array of an npz; empty: the only one that it has
};

}  // namespace grmf::io
