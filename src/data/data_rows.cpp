#include "data/data_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "data/hold_out.h"

namespace grmf::internal {
namespace {

/// Row i as doubles: in `buffer` if there is one, and else where it lies.
const double* row_of(const AnyMatrixView& a, Index i, std::vector<double>& buffer) {
  return a.visit([&]<class T>(const BasicMatrixView<T>& held) -> const double* {
    if constexpr (std::is_same_v<T, double>) {
      if (buffer.empty()) return held.row(i);
    }
    std::copy_n(held.row(i), held.cols(), buffer.begin());
    return buffer.data();
  });
}

/// Sets y and m to 0 where y is NaN or m is 0, so that nothing of a missing entry reaches the
/// arithmetic: 0 * inf is not 0.
void clean_missing(double* y, double* m, Index count) {
  for (Index k = 0; k < count; ++k) {
    const bool there = !std::isnan(y[k]) && m[k] > 0;
    y[k] = there ? y[k] : 0.0;
    m[k] = there ? m[k] : 0.0;
  }
}

}  // namespace

DataRows::Row DataRows::operator()(Index i) {
  Row row{row_of(data_->stored_y(), i, y_), nullptr};
  if (data_->stored_weights()) {
    row.m = row_of(*data_->stored_weights(), i, m_);
  } else if (data_->unclean()) {
    std::fill(m_.begin(), m_.end(), 1.0);
    row.m = m_.data();
  }
  if (const HoldOut* held_out = data_->held_out()) {
    for (Index j = 0; j < data_->cols(); ++j) {
      if (held_out->contains(i, j)) y_[j] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  if (data_->unclean()) clean_missing(y_.data(), m_.data(), data_->cols());
  return row;
}

}  // namespace grmf::internal
