#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Some observed entries scattered over the data, chosen by (seed, i, j) alone. There may be
/// 1 / share folds, and no entry is in two of them. Every row and every column has a number of its
/// own, and the product of the two decides about an entry, so that no mask is needed.
class HoldOut {
 public:
  HoldOut(const Data& data, double share, std::uint64_t seed, int fold = 0);

  [[nodiscard]] bool contains(Index i, Index j) const { return holds(rows_[i] * cols_[j]); }

  /// The numbers of the rows and columns, for code that goes over many entries: entry (i, j) is
  /// held out if holds(of_rows()[i] * of_cols()[j]). A line that is spared has the number 0.
  [[nodiscard]] std::span<const std::uint32_t> of_rows() const { return rows_; }
  [[nodiscard]] std::span<const std::uint32_t> of_cols() const { return cols_; }
  [[nodiscard]] bool holds(std::uint32_t product) const { return product - from_ < count_; }

 private:
  void spare_lines(const Data& data);

  std::uint32_t from_;   ///< the smallest product that is held out; never 0
  std::uint32_t count_;  ///< how many products are
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> cols_;
};

/// The data without some of their entries: fold `fold` of the share `share`. A row or column that
/// would lose all but one of its entries loses none.
Data rest_of(const Data& data, double share, std::uint64_t seed, int fold = 0);

/// Entries that were held out, and the errors of a model at them.
class HeldOut {
 public:
  /// The entries that are observed in `all` and missing in `rest`.
  HeldOut(const Data& all, const Data& rest);

  /// The error min(|y - u . v|, s) / s of every entry. An entry that is grossly wrong tells no more
  /// than that it is; without the cap a few huge errors would decide.
  [[nodiscard]] std::vector<double> errors_of(const Matrix& u, const Matrix& v) const;
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }

 private:
  struct Entry {
    Index i, j;
    double y;
  };
  std::vector<Entry> entries_;
  std::vector<double> weights_;
  double scale_;
};

/// A sample of data that are too large to look at many times: at most `most` rows and columns,
/// evenly spaced.
Data sample_of(const Data& data, Index most);

}  // namespace grmf::internal
