#include "data/unit.h"

namespace grmf::internal {

double unit_of_weights(const Data& data) {
  if (!data.weighted()) return 1.0;
  double sum = 0.0;
  double squares = 0.0;
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.cols(); ++j) {
      const double m = data.weight(i, j);
      sum += m;
      squares += m * m;
    }
  }
  return sum > 0 ? squares / sum : 1.0;
}

}  // namespace grmf::internal
