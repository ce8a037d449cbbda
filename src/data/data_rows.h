#pragma once

#include <vector>

#include "grmf/data.h"

namespace grmf::internal {

/// Reads the rows of data as doubles. Clean rows of doubles are read where they lie; all others are
/// copied into a buffer. The data must outlive this.
class DataRows {
 public:
  explicit DataRows(const Data& data)
      : data_(&data),
        y_(data.stored_y().narrow() || data.unclean() ? data.cols() : 0),
        m_(data.unclean() || (data.stored_weights() && data.stored_weights()->narrow())
               ? data.cols()
               : 0) {}

  /// A row, valid until the next call.
  struct Row {
    const double* y;  ///< 0 where an entry is missing
    const double* m;  ///< the weights; null where all entries count 1
  };
  Row operator()(Index i);

 private:
  const Data* data_;
  std::vector<double> y_;
  std::vector<double> m_;
};

}  // namespace grmf::internal
