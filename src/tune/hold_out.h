#pragma once

#include <cstdint>
#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// Some entries of the data, here and there, chosen by (seed, i, j) alone. Those of different folds, of which there may be
/// 1 / share, have none in common.
class HoldOut {
 public:
  HoldOut(double share, std::uint64_t seed, int fold = 0)
      : from_(fold * share), to_((fold + 1) * share), seed_(seed) {}

  [[nodiscard]] bool contains(Index i, Index j) const;
  /// The data with these entries missing; a row or column never loses all of its entries.
  [[nodiscard]] Data rest_of(const Data& data) const;

 private:
  double from_;
  double to_;
  std::uint64_t seed_;
};

/// Entries that were held out, and what a model makes of them.
class HeldOut {
 public:
  /// Observed in `all`, missing in `rest`.
  HeldOut(const Data& all, const Data& rest);

  /// For every entry min(|y - u . v|, s) / s: what is grossly wrong tells nothing beyond that it is. Without a
  /// cap a few huge errors would decide.
  [[nodiscard]] std::vector<double> errors_of(const Result& result) const;
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

/// Some rows and columns of data that are too large to look at many times: at most `most` of each, evenly spaced.
Data sample_of(const Data& data, Index most);

}  // namespace grmf::internal
