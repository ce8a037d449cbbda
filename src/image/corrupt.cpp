#include "grmf/corrupt.h"

#include "base/random.h"
#include "grmf/error.h"
#include "grmf/option.h"

namespace grmf {

Matrix corrupt(const Matrix& picture, double ratio, double peak, std::uint64_t seed,
               std::uint64_t picture_number) {
  if (!(ratio >= 0 && ratio <= 1)) {
    throw Error(ErrorCode::out_of_range,
                "ratio is " + to_string(OptionValue(ratio)) +
                    "; it is a share of the pixels and must be from 0 to 1");
  }
  if (!(peak > 0)) {
    throw Error(ErrorCode::out_of_range,
                "peak is " + to_string(OptionValue(peak)) +
                    "; the largest value of a pixel must be greater than 0");
  }
  Matrix noisy = picture;
  for (Index k = 0; k < noisy.size(); ++k) {
    const double u = internal::random_uniform(seed, picture_number, static_cast<std::uint64_t>(k));
    if (u < ratio) noisy.data()[k] = u < ratio / 2 ? 0.0 : peak;
  }
  return noisy;
}

}  // namespace grmf
