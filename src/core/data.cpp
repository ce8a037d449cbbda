#include "grmf/data.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grmf/error.h"
#include "grmf/option.h"

namespace grmf {
namespace {

std::string shape(const Matrix& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

std::string place(Index i, Index j) {
  return "row " + std::to_string(i) + ", column " + std::to_string(j) + " (counted from 0)";
}

std::uint64_t bits_of_size(double y) { return std::bit_cast<std::uint64_t>(std::abs(y)); }

/// The k-th smallest |y| that is not 0, k from 0 on. Digit by digit of its bits, which are in the order of the numbers, until few
/// are left: no copy of the data is needed.
double smallest(std::span<const double> values, Index k) {
  constexpr int digit = 11;
  constexpr std::uint64_t all = (std::uint64_t{1} << digit) - 1;
  std::uint64_t known = 0;  // its leading digits
  std::uint64_t mask = 0;
  const auto among = [&](std::uint64_t bits) { return bits != 0 && (bits & mask) == known; };
  for (int shift = 64 - digit;; shift = std::max(shift - digit, 0)) {
    std::array<Index, all + 1> count{};
    for (const double y : values) {
      const std::uint64_t bits = bits_of_size(y);
      count[(bits >> shift) & all] += among(bits) ? 1 : 0;
    }
    std::uint64_t next = 0;
    for (; k >= count[next]; ++next) k -= count[next];
    known |= next << shift;
    mask |= all << shift;
    if (shift == 0) return std::bit_cast<double>(known);
    if (count[next] > std::ssize(values) / 64) continue;
    std::vector<std::uint64_t> few;
    few.reserve(count[next]);
    for (const double y : values) {
      if (among(bits_of_size(y))) few.push_back(bits_of_size(y));
    }
    std::nth_element(few.begin(), few.begin() + k, few.end());
    return std::bit_cast<double>(few[k]);
  }
}

/// Of the non-zero |y|, of which there are `count`.
double median(std::span<const double> values, Index count) {
  const double lower = smallest(values, (count - 1) / 2);
  if (count % 2 == 1) return lower;
  Index up_to_lower = 0;
  double above = std::numeric_limits<double>::infinity();
  for (const double y : values) {
    const double size = std::abs(y);
    if (y != 0 && size <= lower) ++up_to_lower;
    if (size > lower) above = std::min(above, size);
  }
  const double upper = up_to_lower > count / 2 ? lower : above;
  return lower + (upper - lower) / 2;
}

}  // namespace

Data::Data(Matrix y) : y_(std::move(y)) { check_and_summarise(); }

Data::Data(Matrix y, Matrix weights) : y_(std::move(y)), weights_(std::move(weights)) {
  if (y_.rows() != weights_->rows() || y_.cols() != weights_->cols()) {
    throw Error(ErrorCode::invalid_data, "weights are " + shape(*weights_) + ", the data " +
                                             shape(y_) + "; the shapes must be equal");
  }
  for (Index i = 0; i < rows(); ++i) {
    for (Index j = 0; j < cols(); ++j) {
      const double m = (*weights_)(i, j);
      if (!(std::isfinite(m) && m >= 0)) {
        throw Error(ErrorCode::invalid_data, "weight " + to_string(OptionValue(m)) + " at " +
                                                 place(i, j) +
                                                 "; weights must be finite and not negative");
      }
    }
  }
  check_and_summarise();
}

void Data::check_and_summarise() {
  if (y_.empty()) {
    throw Error(ErrorCode::invalid_data,
                "the data are " + shape(y_) + "; at least one row and one column are needed");
  }
  Index not_zero = 0;
  for (Index i = 0; i < rows(); ++i) {
    for (Index j = 0; j < cols(); ++j) {
      double& y = y_(i, j);
      if (std::isnan(y)) {
        if (!weights_) weights_.emplace(rows(), cols(), 1.0);
        (*weights_)(i, j) = 0.0;
      } else if (std::isinf(y) && weight(i, j) > 0) {
        throw Error(ErrorCode::invalid_data, "infinite entry at " + place(i, j) +
                                                 "; entries must be finite, or NaN where missing");
      }
      // Whatever stood at a missing place must not reach the arithmetic: 0 * inf is not 0.
      const double m = weight(i, j);
      if (m == 0) y = 0.0;
      if (y != 0) ++not_zero;
      total_weight_ += m;
    }
  }
  if (total_weight_ == 0) {
    throw Error(ErrorCode::invalid_data,
                "all " + shape(y_) + " entries are missing; at least one must be observed");
  }
  if (!std::isfinite(total_weight_)) {
    throw Error(ErrorCode::invalid_data, "the weights add up to infinity; give smaller weights");
  }
  if (not_zero > 0) scale_ = median(y_.values(), not_zero);
}

}  // namespace grmf
