#pragma once

#include "base/aligned.h"
#include "grmf/data.h"

namespace grmf::internal {

/// Rows are solved in packs of lanes, one per SIMD lane.
constexpr int lanes = 8;

/// Which factor's rows are solved. A row of U is fitted to a row of Y, a row of V to a column.
enum class Side { u, v };

inline Index row_count(const Data& data, Side side) {
  return side == Side::u ? data.rows() : data.cols();
}
inline Index sample_count(const Data& data, Side side) {
  return side == Side::u ? data.cols() : data.rows();
}

/// How many packs are worked on together. What a pack of columns reads of a row of Y is a single line of the cache; where the
/// rows are long, no prefetcher follows from one to the next, and several lines are read at once. Not where there would be too
/// few groups for many threads, nor at a rank where the arithmetic takes far longer than reading.
int packs_at_once(const Data& data, Side side, int rank);
/// Groups of that many packs.
Index block_count(const Data& data, Side side, int rank);

/// A block of samples of a group of packs, for each pack sample by sample with the lanes side by side: the same
/// layout for both sides, cut so that it stays in the cache, and no transposed copy of Y.
class Panel {
 public:
  static constexpr Index max_samples = 128;

  Panel(const Data& data, Side side, int packs);

  /// Samples [first_sample, ...) of the packs from `first_row` on; lanes beyond the last row are filled with zeros.
  void load(Index first_row, Index first_sample);

  [[nodiscard]] Index samples() const { return samples_; }
  [[nodiscard]] const double* y(int pack) const { return &y_[pack * apart]; }
  /// Null where the data are not weighted.
  [[nodiscard]] const double* m(int pack) const { return m_.empty() ? nullptr : &m_[pack * apart]; }

 private:
  static constexpr Index apart = max_samples * lanes;  ///< from pack to pack

  template <class T>
  void load(const BasicMatrix<T>& from, Index first_row, Index first_sample, double* to) const;

  const Data* data_;
  Side side_;
  int packs_;
  LineVector y_;
  LineVector m_;
  Index samples_ = 0;
};

}  // namespace grmf::internal
