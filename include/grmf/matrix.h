#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "grmf/export.h"
#include "grmf/index.h"

namespace grmf {

/// A dense row-major matrix of numbers of type T that owns its memory; see Matrix and Matrix32.
///
/// Deliberately plain: no dependency enters through the public headers, and any array library can
/// map `data()` without a copy (row stride = `cols()`).
template <class T>
class GRMF_EXPORT BasicMatrix {
 public:
  BasicMatrix() = default;
  /// A rows x cols matrix whose entries all are `value`. Negative sizes throw Error.
  BasicMatrix(Index rows, Index cols, T value = 0);
  /// Takes over `values`, row by row. Throws Error unless there are rows * cols of them.
  BasicMatrix(Index rows, Index cols, std::vector<T> values);
  /// The rows one by one: `Matrix{{1, 2}, {3, 4}}`. Rows of different length throw Error.
  BasicMatrix(std::initializer_list<std::initializer_list<T>> rows);

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index cols() const noexcept { return cols_; }
  [[nodiscard]] Index size() const noexcept { return rows_ * cols_; }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }

  /// Entry (i, j), counted from 0; not checked.
  T& operator()(Index i, Index j) noexcept { return values_[position(i, j)]; }
  T operator()(Index i, Index j) const noexcept { return values_[position(i, j)]; }

  [[nodiscard]] std::span<T> row(Index i) noexcept {
    return {data() + i * cols_, static_cast<std::size_t>(cols_)};
  }
  [[nodiscard]] std::span<const T> row(Index i) const noexcept {
    return {data() + i * cols_, static_cast<std::size_t>(cols_)};
  }

  [[nodiscard]] T* data() noexcept { return values_.data(); }
  [[nodiscard]] const T* data() const noexcept { return values_.data(); }
  [[nodiscard]] std::span<T> values() noexcept { return values_; }
  [[nodiscard]] std::span<const T> values() const noexcept { return values_; }

  friend bool operator==(const BasicMatrix&, const BasicMatrix&) = default;

 private:
  [[nodiscard]] std::size_t position(Index i, Index j) const noexcept {
    return static_cast<std::size_t>(i * cols_ + j);
  }

  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<T> values_;
};

/// A matrix of doubles: what the library computes with and returns.
using Matrix = BasicMatrix<double>;
/// A matrix of floats: for data in half the memory, see Data.
using Matrix32 = BasicMatrix<float>;
extern template class BasicMatrix<double>;
extern template class BasicMatrix<float>;

GRMF_EXPORT Matrix transposed(const Matrix& a);
GRMF_EXPORT Matrix32 transposed(const Matrix32& a);

/// The product a b^T, as in a factorisation. Throws Error when the column counts differ.
GRMF_EXPORT Matrix multiply_transposed(const Matrix& a, const Matrix& b);

}  // namespace grmf
