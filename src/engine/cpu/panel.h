#pragma once

#include "base/aligned.h"
#include "engine/engine.h"
#include "grmf/data.h"

namespace grmf::internal {

/// The number of rows in a pack. A pack is solved at once, each of its rows in a SIMD lane.
constexpr int lanes = 8;

/// The number of rows of the factor.
inline Index row_count(const Data& data, Side side) {
  return side == Side::u ? data.rows() : data.cols();
}
/// The number of entries of Y, called samples, that a row of the factor is fitted to.
inline Index sample_count(const Data& data, Side side) {
  return side == Side::u ? data.cols() : data.rows();
}

/// The number of packs in a block of rows, which are worked on together. A pack of columns reads a
/// single cache line of a row of Y. Where the rows of Y are long, no prefetcher follows from one
/// row to the next, so several packs are read at once. There is only one pack where more would
/// leave too few blocks for many threads, and at a rank where the arithmetic takes far longer than
/// reading.
int packs_at_once(const Data& data, Side side, int rank);
/// Some samples of all packs of a block: pack by pack, within a pack sample by sample, with the
/// lanes side by side. The layout is the same for both sides, and no transposed copy of Y is
/// needed. The number of samples is such that a panel stays in the cache.
class Panel {
 public:
  static constexpr Index max_samples = 128;

  Panel(const Data& data, Side side, int packs);

  /// Loads at most max_samples samples, from `first_sample` on, of the packs from `first_row` on.
  /// Lanes beyond the last row are filled with zeros, and so are missing entries.
  void load(Index first_row, Index first_sample);

  [[nodiscard]] Index samples() const { return samples_; }
  /// The samples of a pack.
  [[nodiscard]] const double* y(int pack) const { return &y_[pack * apart]; }
  /// The weights of the samples of a pack; null where the data have no weights.
  [[nodiscard]] const double* m(int pack) const { return m_.empty() ? nullptr : &m_[pack * apart]; }

 private:
  static constexpr Index apart = max_samples * lanes;  ///< distance from pack to pack

  template <class T>
  void load(const BasicMatrixView<T>& from, Index first_row, Index first_sample, double* to) const;

  void hide(const HoldOut& held_out, Index first_row, Index first_sample);

  const Data* data_;
  Side side_;
  int packs_;
  LineVector y_;
  LineVector m_;
  Index samples_ = 0;
};

}  // namespace grmf::internal
