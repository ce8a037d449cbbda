#include "engine/cpu/panel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "data/hold_out.h"
#include "engine/cpu/panel_kernels.h"

namespace grmf::internal {
namespace {

const auto& load_of(const MatrixView& /*from*/) { return panel_kernels().load; }
const auto& load_of(const MatrixView32& /*from*/) { return panel_kernels().load32; }

}  // namespace

int packs_at_once(const Data& data, Side side, int rank) {
  constexpr int highest_rank = 64;
  if (side == Side::u || rank > highest_rank) return 1;
  return static_cast<int>(std::clamp<Index>(data.cols() / 256, 1, 8));
}

Panel::Panel(const Data& data, Side side, int packs)
    : data_(&data),
      side_(side),
      packs_(packs),
      y_(packs_ * apart),
      m_(data.weighted() ? y_.size() : 0) {}

void Panel::load(Index first_row, Index first_sample) {
  samples_ = std::min(max_samples, sample_count(*data_, side_) - first_sample);
  data_->stored_y().visit([&](const auto& y) { load(y, first_row, first_sample, y_.data()); });
  if (data_->stored_weights()) {
    data_->stored_weights()->visit(
        [&](const auto& m) { load(m, first_row, first_sample, m_.data()); });
  }
  if (!data_->unclean()) return;
  if (const HoldOut* held_out = data_->held_out()) hide(*held_out, first_row, first_sample);
  for (int pack = 0; pack < packs_; ++pack) {
    double* y = &y_[pack * apart];
    double* m = &m_[pack * apart];
    if (data_->stored_weights()) {
      panel_kernels().drop_missing(y, m, samples_ * lanes);
    } else {
      panel_kernels().mark_missing(y, samples_ * lanes, m);
    }
  }
}

/// Makes the entries that are held out NaN, as if they were missing.
void Panel::hide(const HoldOut& held_out, Index first_row, Index first_sample) {
  const auto rows = side_ == Side::u ? held_out.of_rows() : held_out.of_cols();
  const auto samples = side_ == Side::u ? held_out.of_cols() : held_out.of_rows();
  for (int pack = 0; pack < packs_; ++pack) {
    std::array<std::uint32_t, lanes> of_lanes{};
    const Index first = first_row + pack * lanes;
    for (Index lane = 0; lane < lanes && first + lane < std::ssize(rows); ++lane)
      of_lanes[lane] = rows[first + lane];
    for (Index k = 0; k < samples_; ++k) {
      double* y = &y_[pack * apart + k * lanes];
      for (Index lane = 0; lane < lanes; ++lane) {
        if (held_out.holds(of_lanes[lane] * samples[first_sample + k]))
          y[lane] = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
}

template <class T>
void Panel::load(const BasicMatrixView<T>& from, Index first_row, Index first_sample,
                 double* to) const {
  const Index rows = row_count(*data_, side_);
  const auto full = static_cast<int>(std::min<Index>((rows - first_row) / lanes, packs_));
  const bool transposed = side_ == Side::u;
  const T* begin =
      transposed ? from.row(first_row) + first_sample : from.row(first_sample) + first_row;
  const PanelKernels::Load<T>& kernels = load_of(from);
  if (transposed && full > 0) kernels.transpose(begin, from.stride(), samples_, to);
  if (!transposed) kernels.copy(begin, from.stride(), samples_, full, apart, to);
  if (full == packs_) return;
  // What is left is the last pack, which is not full.
  const Index left = rows - first_row - full * lanes;
  begin += full * lanes * (transposed ? from.stride() : 1);
  to += full * apart;
  std::fill_n(to, samples_ * lanes, 0.0);
  for (Index k = 0; k < samples_; ++k) {
    for (Index lane = 0; lane < left; ++lane)
      to[k * lanes + lane] =
          transposed ? begin[lane * from.stride() + k] : begin[k * from.stride() + lane];
  }
}

}  // namespace grmf::internal
