#include "solve/panel.h"

#include <algorithm>

#include "solve/panel_kernels.h"

namespace grmf::internal {

int batches_at_once(const Data& data, Side side) {
  constexpr Index long_row = 512;  // doubles: a page of memory
  return side == Side::v && data.cols() >= long_row ? 8 : 1;
}

Index group_count(const Data& data, Side side) {
  const Index rows = static_cast<Index>(lanes) * batches_at_once(data, side);
  return (row_count(data, side) + rows - 1) / rows;
}

Panel::Panel(const Data& data, Side side)
    : data_(&data),
      side_(side),
      batches_(batches_at_once(data, side)),
      y_(batches_ * max_samples * lanes),
      m_(data.weights() ? y_.size() : 0) {}

void Panel::load(Index first_row, Index first_sample) {
  samples_ = std::min(max_samples, sample_count(*data_, side_) - first_sample);
  for (int batch = 0; batch < batches_; ++batch) {
    const Index first = first_row + batch * lanes;
    if (first >= row_count(*data_, side_)) break;
    const Index place = batch * max_samples * lanes;
    load_batch(data_->y(), first, first_sample, &y_[place]);
    if (data_->weights()) load_batch(*data_->weights(), first, first_sample, &m_[place]);
  }
}

void Panel::load_batch(const Matrix& from, Index first_row, Index first_sample, double* to) const {
  const Index rows = std::min<Index>(lanes, row_count(*data_, side_) - first_row);
  const bool turned = side_ == Side::u;
  const double* begin = turned ? from.row(first_row).data() + first_sample
                               : from.row(first_sample).data() + first_row;
  if (rows == lanes) {
    const PanelKernels& kernels = panel_kernels();
    (turned ? kernels.turn : kernels.copy)(begin, from.cols(), samples_, to);
    return;
  }
  std::fill_n(to, samples_ * lanes, 0.0);
  for (Index k = 0; k < samples_; ++k) {
    for (Index lane = 0; lane < rows; ++lane)
      to[k * lanes + lane] = turned ? begin[lane * from.cols() + k] : begin[k * from.cols() + lane];
  }
}

}  // namespace grmf::internal
