#include "solve/panel.h"

#include <algorithm>

namespace grmf::internal {
namespace {

void copy_block(const Matrix& from, Side side, Index first_row, Index rows, Index first_sample,
                Index samples, double* to) {
  if (rows < lanes) std::fill_n(to, samples * lanes, 0.0);
  if (side == Side::v) {
    for (Index k = 0; k < samples; ++k) {
      std::copy_n(from.row(first_sample + k).data() + first_row, rows, to + k * lanes);
    }
  } else {
    for (Index lane = 0; lane < rows; ++lane) {
      const double* row = from.row(first_row + lane).data() + first_sample;
      for (Index k = 0; k < samples; ++k) to[k * lanes + lane] = row[k];
    }
  }
}

}  // namespace

void Panel::load(const Data& data, Side side, Index first_row, Index first_sample) {
  const Index rows = std::min<Index>(lanes, row_count(data, side) - first_row);
  samples = std::min(max_samples, sample_count(data, side) - first_sample);
  copy_block(data.y(), side, first_row, rows, first_sample, samples, y.data());
  if (data.weights())
    copy_block(*data.weights(), side, first_row, rows, first_sample, samples, m.data());
}

}  // namespace grmf::internal
