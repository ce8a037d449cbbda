#include "data/fingerprint.h"

#include <bit>

#include "base/random.h"
#include "data/data_rows.h"

namespace grmf::internal {

std::uint64_t fingerprint_of(const Data& data) {
  std::uint64_t print = mix(static_cast<std::uint64_t>(data.rows()));
  DataRows rows_of(data);
  for (Index i = 0; i < data.rows(); ++i) {
    const auto [y, m] = rows_of(i);
    for (Index j = 0; j < data.cols(); ++j) {
      print = mix(print ^ std::bit_cast<std::uint64_t>(y[j]));
      if (m != nullptr) print = mix(print ^ std::bit_cast<std::uint64_t>(m[j]));
    }
  }
  return print;
}

}  // namespace grmf::internal
