#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "grmf/any_matrix.h"
#include "grmf/export.h"
#include "grmf/matrix_view.h"
#include "grmf/names.h"
#include "grmf/sizes.h"

namespace grmf {

namespace internal {
class HoldOut;
}

/// The data Y (d x n) with weights m_ij >= 0, which say how much each entry counts; 0 means
/// missing.
///
/// A NaN in Y means missing. The data are checked once, here, so that no method has to: an infinite
/// entry, a negative or non-finite weight, shapes that differ, an empty matrix and one with nothing
/// observed throw an Error that names row and column (counted from 0).
///
/// Floats stay floats in memory, while all arithmetic is done in doubles: a fit gives the same
/// result, to the last bit, as a fit to the same numbers stored as doubles.
///
/// A copy of Data shares the numbers and the names with the original.
class GRMF_EXPORT Data {
 public:
  /// Every entry counts 1, except that NaN entries count 0. Pass by move to avoid a copy.
  explicit Data(AnyMatrix y);
  /// Entry (i, j) counts weights(i, j); a 0/1 matrix is a mask. NaN entries count 0 whatever their
  /// weight. The weights may be floats or doubles whatever Y is, and stay so.
  Data(AnyMatrix y, AnyMatrix weights);
  /// The same for numbers in memory that belongs to the caller. They are neither copied nor written
  /// to, and must stay as they are as long as this object or a copy of it is used.
  explicit Data(AnyMatrixView y);
  Data(AnyMatrixView y, AnyMatrixView weights);

  /// The same Y, not copied, under other weights.
  [[nodiscard]] Data reweighted(AnyMatrix weights) const;
  /// A copy of Y divided by sizes of its rows and columns, under the same weights.
  [[nodiscard]] Data divided(const Sizes& sizes) const;
  /// The same Y in the same unit, without the entries held out. No mask is stored. Entries that
  /// were held out before are observed again.
  [[nodiscard]] Data without(std::shared_ptr<const internal::HoldOut> held_out) const;

  /// Names the rows and columns, for messages; an empty list takes their names away. Throws Error
  /// where a list is neither empty nor as long as there are rows or columns.
  void set_names(Names names);
  [[nodiscard]] const Names& names() const noexcept { return *names_; }

  [[nodiscard]] Index rows() const noexcept { return y_.rows(); }
  [[nodiscard]] Index cols() const noexcept { return y_.cols(); }

  /// Entry (i, j) of Y, counted from 0 and not checked; 0 where it is missing.
  [[nodiscard]] double y(Index i, Index j) const noexcept {
    return weight(i, j) > 0 ? y_(i, j) : 0.0;
  }
  /// The weight m_ij; 0 where the entry is missing.
  [[nodiscard]] double weight(Index i, Index j) const noexcept {
    if (unclean_ && (std::isnan(y_(i, j)) || holds_out(i, j))) return 0.0;
    return weights_ ? (*weights_)(i, j) : 1.0;
  }
  /// Whether there may be entries that count something else than 1.
  [[nodiscard]] bool weighted() const noexcept { return weights_ || unclean_; }
  /// Whether every entry counts exactly 1.
  [[nodiscard]] bool plain() const noexcept { return plain_; }
  /// Sum of all m_ij.
  [[nodiscard]] double total_weight() const noexcept { return total_weight_; }
  /// The number of entries that are not missing.
  [[nodiscard]] Index observed() const noexcept { return observed_; }
  /// The rows and the columns in which nothing is observed, in order. What is held out counts as
  /// observed here.
  [[nodiscard]] const std::vector<Index>& empty_rows() const noexcept { return empty_rows_; }
  [[nodiscard]] const std::vector<Index>& empty_columns() const noexcept { return empty_columns_; }
  /// s, the unit of Y: the median of the non-zero observed |y|; 0 only if all of them are 0.
  [[nodiscard]] double scale() const noexcept { return scale_; }

  /// Y as it lies in memory, for code that goes over whole rows. Where unclean() is true, missing
  /// entries may be NaN, infinite, or any number under the weight 0.
  [[nodiscard]] const AnyMatrixView& stored_y() const noexcept { return y_; }
  /// The weights as they lie in memory, or empty where none were given.
  [[nodiscard]] const std::optional<AnyMatrixView>& stored_weights() const noexcept {
    return weights_;
  }
  /// Whether stored_y() holds something else than 0 at a missing entry.
  [[nodiscard]] bool unclean() const noexcept { return unclean_; }
  /// The entries of stored_y() that are held out, and so count as missing; null where none are.
  [[nodiscard]] const internal::HoldOut* held_out() const noexcept { return held_out_.get(); }

 private:
  [[nodiscard]] bool holds_out(Index i, Index j) const noexcept;
  /// Checks all entries and finds what the accessors above tell.
  void summarise();

  std::shared_ptr<const AnyMatrix> own_y_;        ///< empty where the caller has the numbers
  std::shared_ptr<const AnyMatrix> own_weights_;  ///< likewise
  AnyMatrixView y_;
  std::optional<AnyMatrixView> weights_;
  std::shared_ptr<const internal::HoldOut> held_out_;
  bool unclean_ = false;
  bool plain_ = true;
  double total_weight_ = 0.0;
  Index observed_ = 0;
  std::vector<Index> empty_rows_;
  std::vector<Index> empty_columns_;
  double scale_ = 0.0;
  std::shared_ptr<const Names> names_ = std::make_shared<const Names>();
};

}  // namespace grmf
