#pragma once

#include <optional>

#include "grmf/any_matrix.h"

namespace grmf {

/// The data Y (d x n) with weights m_ij >= 0, which say how much each entry counts; 0 means
/// missing.
///
/// A NaN in Y means missing. The data are checked once, here, so that no method has to: an infinite
/// entry, a negative or non-finite weight, shapes that differ, an empty matrix and one with nothing
/// observed throw an Error that names row and column (counted from 0).
///
/// Floats (Matrix32) stay floats in memory, while all arithmetic is done in doubles: a fit gives
/// the same result, to the last bit, as a fit to the same numbers stored as doubles.
class Data {
 public:
  /// Every entry counts 1, except that NaN entries count 0. Pass by move to avoid the copy. If NaN
  /// entries make weights necessary, these are of the number type of Y.
  explicit Data(AnyMatrix y);
  /// Entry (i, j) counts weights(i, j); a 0/1 matrix is a mask. NaN entries count 0 whatever their
  /// weight. The weights may be floats or doubles whatever Y is, and stay so.
  Data(AnyMatrix y, AnyMatrix weights);

  [[nodiscard]] Index rows() const noexcept { return y_.rows(); }
  [[nodiscard]] Index cols() const noexcept { return y_.cols(); }

  /// Y with 0 in place of missing entries.
  [[nodiscard]] const AnyMatrix& y() const noexcept { return y_; }
  /// The weights m, or empty when every entry counts 1.
  [[nodiscard]] const std::optional<AnyMatrix>& weights() const noexcept { return weights_; }
  [[nodiscard]] double weight(Index i, Index j) const noexcept {
    return weights_ ? (*weights_)(i, j) : 1.0;
  }
  /// Sum of all m_ij.
  [[nodiscard]] double total_weight() const noexcept { return total_weight_; }
  /// s, the unit of Y: the median of the non-zero observed |y|; 0 only if all of them are 0.
  [[nodiscard]] double scale() const noexcept { return scale_; }

 private:
  template <class T, class W>
  void check_and_summarise(BasicMatrix<T>& y, std::optional<BasicMatrix<W>>& weights);

  AnyMatrix y_;
  std::optional<AnyMatrix> weights_;
  double total_weight_ = 0.0;
  double scale_ = 0.0;
};

}  // namespace grmf
