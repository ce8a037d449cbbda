#include "data/dense_copy.h"

#include <algorithm>

#include "data/data_rows.h"

namespace grmf::internal {

Matrix dense_copy(const Data& data) {
  Matrix y(data.rows(), data.cols());
  DataRows rows_of(data);
  for (Index i = 0; i < data.rows(); ++i) std::copy_n(rows_of(i).y, data.cols(), y.row(i).begin());
  return y;
}

Matrix dense_weights(const Data& data) {
  if (!data.weighted()) return {};
  Matrix m(data.rows(), data.cols());
  DataRows rows_of(data);
  for (Index i = 0; i < data.rows(); ++i) std::copy_n(rows_of(i).m, data.cols(), m.row(i).begin());
  return m;
}

}  // namespace grmf::internal
