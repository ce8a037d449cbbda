#include "engine/cpu/panel.h"

#include <algorithm>

#include "engine/cpu/panel_kernels.h"

namespace grmf::internal {
namespace {

const auto& load_of(const Matrix& /*from*/) { return panel_kernels().load; }
const auto& load_of(const Matrix32& /*from*/) { return panel_kernels().load32; }

}  // namespace

int packs_at_once(const Data& data, Side side, int rank) {
  constexpr int highest_rank = 64;
  if (side == Side::u || rank > highest_rank) return 1;
  return static_cast<int>(std::clamp<Index>(data.cols() / 256, 1, 8));
}

Index block_count(const Data& data, Side side, int rank) {
  const Index rows = static_cast<Index>(lanes) * packs_at_once(data, side, rank);
  return (row_count(data, side) + rows - 1) / rows;
}

Panel::Panel(const Data& data, Side side, int packs)
    : data_(&data),
      side_(side),
      packs_(packs),
      y_(packs_ * apart),
      m_(data.weights() ? y_.size() : 0) {}

void Panel::load(Index first_row, Index first_sample) {
  samples_ = std::min(max_samples, sample_count(*data_, side_) - first_sample);
  data_->y().visit([&](const auto& y) { load(y, first_row, first_sample, y_.data()); });
  if (!data_->weights()) return;
  data_->weights()->visit([&](const auto& m) { load(m, first_row, first_sample, m_.data()); });
}

template <class T>
void Panel::load(const BasicMatrix<T>& from, Index first_row, Index first_sample,
                 double* to) const {
  const Index rows = row_count(*data_, side_);
  const auto full = static_cast<int>(std::min<Index>((rows - first_row) / lanes, packs_));
  const bool transposed = side_ == Side::u;
  const T* begin = transposed ? from.row(first_row).data() + first_sample
                              : from.row(first_sample).data() + first_row;
  const PanelKernels::Load<T>& kernels = load_of(from);
  if (transposed && full > 0) kernels.transpose(begin, from.cols(), samples_, to);
  if (!transposed) kernels.copy(begin, from.cols(), samples_, full, apart, to);
  if (full == packs_) return;
  // What is left is the last pack, which is not full.
  const Index left = rows - first_row - full * lanes;
  begin += full * lanes * (transposed ? from.cols() : 1);
  to += full * apart;
  std::fill_n(to, samples_ * lanes, 0.0);
  for (Index k = 0; k < samples_; ++k) {
    for (Index lane = 0; lane < left; ++lane)
      to[k * lanes + lane] =
          transposed ? begin[lane * from.cols() + k] : begin[k * from.cols() + lane];
  }
}

}  // namespace grmf::internal
