#pragma once

#include <cstdint>
#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Some entries scattered over the data, chosen by (seed, i, j) alone. There may be 1 / share
/// folds, and no entry is in two of them.
class HoldOut {
 public:
  HoldOut(double share, std::uint64_t seed, int fold = 0)
      : from_(fold * share), to_((fold + 1) * share), seed_(seed) {}

  [[nodiscard]] bool contains(Index i, Index j) const;
  /// The data without these entries; a row or column never loses all of its entries.
  [[nodiscard]] Data rest_of(const Data& data) const;

 private:
  double from_;
  double to_;
  std::uint64_t seed_;
};

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
