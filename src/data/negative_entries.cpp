#include "data/negative_entries.h"

#include "data/data_rows.h"

namespace grmf::internal {

NegativeEntries negative_entries(const Data& data) {
  NegativeEntries found;
  DataRows rows_of(data);
  for (Index i = 0; i < data.rows(); ++i) {
    const double* y = rows_of(i).y;
    for (Index j = 0; j < data.cols(); ++j) {
      if (y[j] >= 0) continue;
      if (found.count == 0) {
        found.row = i;
        found.col = j;
      }
      ++found.count;
    }
  }
  return found;
}

}  // namespace grmf::internal
