#include "grmf/data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sums.h"
#include "data/fits.h"
#include "data/hold_out.h"
#include "grmf/error.h"
#include "grmf/option.h"

namespace grmf {
namespace {

template <class Any>
std::string shape(const Any& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

/// What messages call an entry of data that have no names yet.
std::string place(Index i, Index j) { return Names().entry(i, j); }

/// Refuses what does not fit the matrix; an empty text tells that it does.
void refuse_misfit(const std::string& misfit) {
  if (!misfit.empty()) throw Error(ErrorCode::invalid_data, misfit);
}

/// The bits of |y|, which sort like the numbers.
std::uint64_t bits_of_size(double y) { return std::bit_cast<std::uint64_t>(std::abs(y)); }

/// Goes over the bits of all |y|; those of a missing entry are 0.
class EntrySizes {
 public:
  EntrySizes(const AnyMatrixView& y, const std::optional<AnyMatrixView>& weights, bool unclean)
      : y_(&y), weights_(&weights), unclean_(unclean) {}

  [[nodiscard]] Index count() const { return y_->rows() * y_->cols(); }

  template <class Use>
  void for_each(Use use) const {
    y_->visit([&](const auto& y) {
      for (Index i = 0; i < y.rows(); ++i) {
        const auto* row = y.row(i);
        if (!unclean_) {
          for (Index j = 0; j < y.cols(); ++j) use(bits_of_size(row[j]));
        } else {
          for (Index j = 0; j < y.cols(); ++j)
            use(missing(row[j], i, j) ? 0 : bits_of_size(row[j]));
        }
      }
    });
  }

 private:
  [[nodiscard]] bool missing(double y, Index i, Index j) const {
    return std::isnan(y) || (*weights_ && (**weights_)(i, j) == 0);
  }

  const AnyMatrixView* y_;
  const std::optional<AnyMatrixView>* weights_;
  bool unclean_;
};

/// Counts how often every digit occurs in the sizes whose bits `among` accepts; the counts are the
/// first `digits` numbers of the result. Four tables of counts are filled alternately, because a
/// number that was just written is slow to read again, and equal digits often follow each other.
template <class Among, class Digit>
std::vector<Index> count_digits(const EntrySizes& sizes, std::size_t digits, Among among,
                                Digit digit) {
  constexpr std::size_t tables = 4;
  std::vector<Index> counts(tables * digits);
  std::size_t at = 0;
  sizes.for_each([&](std::uint64_t bits) {
    counts[at++ % tables * digits + digit(bits)] += among(bits) ? 1 : 0;
  });
  for (at = digits; at < counts.size(); ++at) counts[at % digits] += counts[at];
  return counts;
}

/// The bits of |y| if all sizes that `among` accepts are the same; empty if they differ. `among`
/// must accept at least one.
template <class Among>
std::optional<std::uint64_t> common_bits(const EntrySizes& sizes, Among among) {
  std::uint64_t in_all = ~std::uint64_t{0};
  std::uint64_t in_any = 0;
  sizes.for_each([&](std::uint64_t bits) {
    const std::uint64_t counts = among(bits) ? ~std::uint64_t{0} : 0;
    in_all &= bits | ~counts;
    in_any |= bits & counts;
  });
  if (in_all != in_any) return std::nullopt;
  return in_all;
}

/// The bits of the k-th smallest non-zero |y|, where k counts from 0. They are found digit by digit
/// until few candidates are left. This needs no copy of the data.
std::uint64_t smallest(const EntrySizes& sizes, Index k) {
  constexpr int digit = 11;
  constexpr std::uint64_t all = (std::uint64_t{1} << digit) - 1;
  std::uint64_t known = 0;  // the leading digits of the result, as far as they are found
  std::uint64_t mask = 0;   // the bits that these digits take
  const auto among = [&](std::uint64_t bits) { return (bits != 0) & ((bits & mask) == known); };
  for (int shift = 64 - digit;; shift = std::max(shift - digit, 0)) {
    const std::vector<Index> count = count_digits(
        sizes, all + 1, among, [shift](std::uint64_t bits) { return (bits >> shift) & all; });
    std::uint64_t next = 0;
    for (; k >= count[next]; ++next) k -= count[next];
    known |= next << shift;
    mask |= all << shift;
    if (shift == 0) return known;
    if (count[next] > sizes.count() / 64) {
      // Whole numbers differ in their first digits, so all candidates may be equal by now.
      if (const auto same = common_bits(sizes, among)) return *same;
      continue;
    }
    std::vector<std::uint64_t> few;
    few.reserve(count[next]);
    sizes.for_each([&](std::uint64_t bits) {
      if (among(bits)) few.push_back(bits);
    });
    std::nth_element(few.begin(), few.begin() + k, few.end());
    return few[k];
  }
}

/// The median of the non-zero |y|, of which there are `count`.
double median(const EntrySizes& sizes, Index count) {
  const std::uint64_t lower = smallest(sizes, (count - 1) / 2);
  const auto lower_size = std::bit_cast<double>(lower);
  if (count % 2 == 1) return lower_size;
  Index up_to_lower = 0;
  std::uint64_t above = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  sizes.for_each([&](std::uint64_t bits) {
    up_to_lower += ((bits > 0) & (bits <= lower)) ? 1 : 0;
    above = std::min(above, bits > lower ? bits : above);
  });
  const double upper = up_to_lower > count / 2 ? lower_size : std::bit_cast<double>(above);
  return lower_size + (upper - lower_size) / 2;
}

/// The lines of which nothing was seen.
std::vector<Index> unseen(const std::vector<char>& seen) {
  std::vector<Index> lines;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (seen[k] == 0) lines.push_back(static_cast<Index>(k));
  }
  return lines;
}

template <class T>
bool all_finite(const BasicMatrixView<T>& y) {
  bool finite = true;
  for (Index i = 0; i < y.rows(); ++i) {
    const T* row = y.row(i);
    for (Index j = 0; j < y.cols(); ++j)
      finite &= std::abs(row[j]) <= std::numeric_limits<T>::max();
  }
  return finite;
}

template <class T>
Index count_of_zeros(const BasicMatrixView<T>& y) {
  Index zeros = 0;
  for (Index i = 0; i < y.rows(); ++i) zeros += std::count(y.row(i), y.row(i) + y.cols(), T{0});
  return zeros;
}

void check_weights(const AnyMatrixView& y, const AnyMatrixView& weights) {
  if (y.rows() != weights.rows() || y.cols() != weights.cols()) {
    throw Error(ErrorCode::invalid_data, "weights are " + shape(weights) + ", the data " +
                                             shape(y) + "; the shapes must be equal");
  }
  weights.visit([](const auto& m) {
    for (Index i = 0; i < m.rows(); ++i) {
      for (Index j = 0; j < m.cols(); ++j) {
        const double weight = m(i, j);
        if (std::isfinite(weight) && weight >= 0) continue;
        throw Error(ErrorCode::invalid_data, "weight " + to_string(OptionValue(weight)) + " at " +
                                                 place(i, j) +
                                                 "; weights must be finite and not negative");
      }
    }
  });
}

void check_strides(const AnyMatrixView& y, const char* name) {
  y.visit([&](const auto& held) {
    if (held.rows() >= 0 && held.cols() >= 0 && held.stride() >= held.cols()) return;
    throw Error(ErrorCode::out_of_range,
                std::string(name) + " of " + shape(held) + " with a stride of " +
                    std::to_string(held.stride()) +
                    "; sizes must not be negative, and the stride at least the number of columns");
  });
}

AnyMatrixView view_of(const AnyMatrix& a) {
  return a.visit(
      []<class T>(const BasicMatrix<T>& held) { return AnyMatrixView(BasicMatrixView<T>(held)); });
}

AnyMatrix quotient(const AnyMatrixView& y, const Sizes& sizes) {
  return y.visit([&]<class T>(const BasicMatrixView<T>& held) -> AnyMatrix {
    BasicMatrix<T> result(held.rows(), held.cols());
    for (Index i = 0; i < held.rows(); ++i) {
      for (Index j = 0; j < held.cols(); ++j)
        result(i, j) = static_cast<T>(held(i, j) / sizes.at(i, j));
    }
    return result;
  });
}

}  // namespace

Data::Data(AnyMatrix y)
    : own_y_(std::make_shared<const AnyMatrix>(std::move(y))), y_(view_of(*own_y_)) {
  summarise();
}

Data::Data(AnyMatrix y, AnyMatrix weights)
    : own_y_(std::make_shared<const AnyMatrix>(std::move(y))),
      own_weights_(std::make_shared<const AnyMatrix>(std::move(weights))),
      y_(view_of(*own_y_)),
      weights_(view_of(*own_weights_)) {
  summarise();
}

Data::Data(AnyMatrixView y) : y_(y) {
  check_strides(y_, "data");
  summarise();
}

Data::Data(AnyMatrixView y, AnyMatrixView weights) : y_(y), weights_(weights) {
  check_strides(y_, "data");
  check_strides(*weights_, "weights");
  summarise();
}

Data Data::reweighted(AnyMatrix weights) const {
  Data other = *this;
  other.own_weights_ = std::make_shared<const AnyMatrix>(std::move(weights));
  other.weights_ = view_of(*other.own_weights_);
  other.summarise();
  return other;
}

Data Data::divided(const Sizes& sizes) const {
  if (sizes.empty()) return *this;
  refuse_misfit(internal::misfit_of(sizes, rows(), cols()));
  Data other = *this;
  other.own_y_ = std::make_shared<const AnyMatrix>(quotient(y_, sizes));
  other.y_ = view_of(*other.own_y_);
  other.summarise();
  return other;
}

Data Data::without(std::shared_ptr<const internal::HoldOut> held_out) const {
  Data rest = *this;
  rest.held_out_ = std::move(held_out);
  rest.unclean_ = true;
  rest.plain_ = false;
  rest.observed_ = 0;
  rest.total_weight_ = internal::sum_of_chunks(rows(), [&](Index first, Index last) {
    double sum = 0.0;
    for (Index i = first; i < last; ++i) {
      for (Index j = 0; j < cols(); ++j) {
        const double m = rest.weight(i, j);
        sum += m;
        rest.observed_ += m > 0 ? 1 : 0;
      }
    }
    return sum;
  });
  return rest;
}

void Data::set_names(Names names) {
  refuse_misfit(internal::misfit_of(names, rows(), cols()));
  names_ = std::make_shared<const Names>(std::move(names));
}

bool Data::holds_out(Index i, Index j) const noexcept {
  return held_out_ && held_out_->contains(i, j);
}

void Data::summarise() {
  if (rows() == 0 || cols() == 0) {
    throw Error(ErrorCode::invalid_data,
                "the data are " + shape(y_) + "; at least one row and one column are needed");
  }
  if (weights_) check_weights(y_, *weights_);
  unclean_ = false;
  plain_ = true;
  observed_ = rows() * cols();
  total_weight_ = static_cast<double>(observed_);
  empty_rows_.clear();
  empty_columns_.clear();
  Index not_zero = 0;
  y_.visit([&](const auto& y) {
    if (!weights_ && all_finite(y)) {
      not_zero = observed_ - count_of_zeros(y);
      return;
    }
    observed_ = 0;
    std::vector<char> rows_seen(static_cast<std::size_t>(rows()));
    std::vector<char> columns_seen(static_cast<std::size_t>(cols()));
    total_weight_ = internal::sum_of_chunks(rows(), [&](Index first, Index last) {
      double sum = 0.0;
      for (Index i = first; i < last; ++i) {
        for (Index j = 0; j < cols(); ++j) {
          const double given = weights_ ? (*weights_)(i, j) : 1.0;
          const double value = y(i, j);
          const double m = std::isnan(value) ? 0.0 : given;
          if (std::isinf(value) && m > 0) {
            throw Error(ErrorCode::invalid_data,
                        "infinite entry at " + place(i, j) +
                            "; entries must be finite, or NaN where missing");
          }
          plain_ = plain_ && m == 1;
          if (m == 0) unclean_ = unclean_ || value != 0;
          sum += m;
          if (m == 0) continue;
          ++observed_;
          not_zero += value != 0 ? 1 : 0;
          rows_seen[i] = 1;
          columns_seen[j] = 1;
        }
      }
      return sum;
    });
    empty_rows_ = unseen(rows_seen);
    empty_columns_ = unseen(columns_seen);
  });
  if (total_weight_ == 0) {
    throw Error(ErrorCode::invalid_data,
                "all " + shape(y_) + " entries are missing; at least one must be observed");
  }
  if (!std::isfinite(total_weight_)) {
    throw Error(ErrorCode::invalid_data, "the weights add up to infinity; give smaller weights");
  }
  scale_ = not_zero > 0 ? median(EntrySizes(y_, weights_, unclean_), not_zero) : 0.0;
}

}  // namespace grmf
