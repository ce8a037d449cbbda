#include "grmf/data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grmf/error.h"
#include "grmf/option.h"

namespace grmf {
namespace {

template <class Any>
std::string shape(const Any& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

std::string place(Index i, Index j) {
  return "row " + std::to_string(i) + ", column " + std::to_string(j) + " (counted from 0)";
}

std::uint64_t bits_of_size(double y) { return std::bit_cast<std::uint64_t>(std::abs(y)); }

/// Counts how often every digit occurs in the values whose bits `among` accepts; the counts are the
/// first `digits` numbers of the result. Four tables of counts are filled alternately, because a
/// number that was just written is slow to read again, and equal digits often follow each other.
template <class T, class Among, class Digit>
std::vector<Index> count_digits(std::span<const T> values, std::size_t digits, Among among,
                                Digit digit) {
  constexpr std::size_t tables = 4;
  std::vector<Index> counts(tables * digits);
  for (std::size_t at = 0; at < values.size(); ++at) {
    const std::uint64_t bits = bits_of_size(values[at]);
    counts[at % tables * digits + digit(bits)] += among(bits) ? 1 : 0;
  }
  for (std::size_t at = digits; at < counts.size(); ++at) counts[at % digits] += counts[at];
  return counts;
}

/// The bits of |y| if all values that `among` accepts have the same |y|; empty if they differ.
/// `among` must accept at least one value.
template <class T, class Among>
std::optional<std::uint64_t> common_bits(std::span<const T> values, Among among) {
  std::uint64_t in_all = ~std::uint64_t{0};
  std::uint64_t in_any = 0;
  for (const double y : values) {
    const std::uint64_t bits = bits_of_size(y);
    const std::uint64_t counts = among(bits) ? ~std::uint64_t{0} : 0;
    in_all &= bits | ~counts;
    in_any |= bits & counts;
  }
  if (in_all != in_any) return std::nullopt;
  return in_all;
}

/// The k-th smallest non-zero |y|, where k counts from 0. The bits of |y| sort like the numbers, so
/// the result is found digit by digit until few candidates are left. This needs no copy of the
/// data.
template <class T>
double smallest(std::span<const T> values, Index k) {
  constexpr int digit = 11;
  constexpr std::uint64_t all = (std::uint64_t{1} << digit) - 1;
  std::uint64_t known = 0;  // the leading digits of the result, as far as they are found
  std::uint64_t mask = 0;   // the bits that these digits take
  const auto among = [&](std::uint64_t bits) { return (bits != 0) & ((bits & mask) == known); };
  for (int shift = 64 - digit;; shift = std::max(shift - digit, 0)) {
    const std::vector<Index> count = count_digits(
        values, all + 1, among, [shift](std::uint64_t bits) { return (bits >> shift) & all; });
    std::uint64_t next = 0;
    for (; k >= count[next]; ++next) k -= count[next];
    known |= next << shift;
    mask |= all << shift;
    if (shift == 0) return std::bit_cast<double>(known);
    if (count[next] > std::ssize(values) / 64) {
      // Whole numbers differ in their first digits, so all candidates may be equal by now.
      if (const auto same = common_bits(values, among)) return std::bit_cast<double>(*same);
      continue;
    }
    std::vector<std::uint64_t> few;
    few.reserve(count[next]);
    for (const double y : values) {
      if (among(bits_of_size(y))) few.push_back(bits_of_size(y));
    }
    std::nth_element(few.begin(), few.begin() + k, few.end());
    return std::bit_cast<double>(few[k]);
  }
}

/// The median of the non-zero |y|, of which there are `count`.
template <class T>
double median(std::span<const T> values, Index count) {
  const double lower = smallest(values, (count - 1) / 2);
  if (count % 2 == 1) return lower;
  Index up_to_lower = 0;
  double above = std::numeric_limits<double>::infinity();
  for (const double y : values) {
    const double size = std::abs(y);
    up_to_lower += ((size > 0) & (size <= lower)) ? 1 : 0;
    above = std::min(above, size > lower ? size : std::numeric_limits<double>::infinity());
  }
  const double upper = up_to_lower > count / 2 ? lower : above;
  return lower + (upper - lower) / 2;
}

template <class T>
bool all_finite(std::span<const T> values) {
  bool finite = true;
  for (const T value : values) finite &= std::abs(value) <= std::numeric_limits<T>::max();
  return finite;
}

template <class W>
void check_weights(const BasicMatrix<W>& weights) {
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      const double m = weights(i, j);
      if (!(std::isfinite(m) && m >= 0)) {
        throw Error(ErrorCode::invalid_data, "weight " + to_string(OptionValue(m)) + " at " +
                                                 place(i, j) +
                                                 "; weights must be finite and not negative");
      }
    }
  }
}

}  // namespace

Data::Data(AnyMatrix y) : y_(std::move(y)) {
  y_.visit([&]<class T>(BasicMatrix<T>& own) {
    std::optional<BasicMatrix<T>> own_weights;
    check_and_summarise(own, own_weights);
    if (own_weights) weights_ = std::move(*own_weights);
  });
}

Data::Data(AnyMatrix y, AnyMatrix weights) : y_(std::move(y)) {
  if (y_.rows() != weights.rows() || y_.cols() != weights.cols()) {
    throw Error(ErrorCode::invalid_data, "weights are " + shape(weights) + ", the data " +
                                             shape(y_) + "; the shapes must be equal");
  }
  weights.visit([&]<class W>(BasicMatrix<W>& given) {
    check_weights(given);
    std::optional<BasicMatrix<W>> own_weights(std::move(given));
    y_.visit([&](auto& own) { check_and_summarise(own, own_weights); });
    weights_ = std::move(*own_weights);
  });
}

template <class T, class W>
void Data::check_and_summarise(BasicMatrix<T>& y, std::optional<BasicMatrix<W>>& weights) {
  if (y.empty()) {
    throw Error(ErrorCode::invalid_data,
                "the data are " + shape(y) + "; at least one row and one column are needed");
  }
  const auto weight = [&](Index i, Index j) -> double { return weights ? (*weights)(i, j) : 1; };
  Index not_zero = 0;
  const bool plain = !weights && all_finite(std::span<const T>(y.values()));
  if (plain) {
    total_weight_ = static_cast<double>(y.size());
    not_zero = y.size() - std::count(y.values().begin(), y.values().end(), T{0});
  }
  for (Index i = 0; i < y.rows() && !plain; ++i) {
    for (Index j = 0; j < y.cols(); ++j) {
      T& entry = y(i, j);
      if (std::isnan(entry)) {
        if (!weights) weights.emplace(y.rows(), y.cols(), W{1});
        (*weights)(i, j) = 0;
      } else if (std::isinf(entry) && weight(i, j) > 0) {
        throw Error(ErrorCode::invalid_data, "infinite entry at " + place(i, j) +
                                                 "; entries must be finite, or NaN where missing");
      }
      // The value of a missing entry must not reach the arithmetic: 0 * inf is not 0.
      const double m = weight(i, j);
      if (m == 0) entry = 0;
      if (entry != 0) ++not_zero;
      total_weight_ += m;
    }
  }
  if (total_weight_ == 0) {
    throw Error(ErrorCode::invalid_data,
                "all " + shape(y) + " entries are missing; at least one must be observed");
  }
  if (!std::isfinite(total_weight_)) {
    throw Error(ErrorCode::invalid_data, "the weights add up to infinity; give smaller weights");
  }
  if (not_zero > 0) scale_ = median(std::span<const T>(y.values()), not_zero);
}

}  // namespace grmf
