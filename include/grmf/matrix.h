#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace grmf {

/// All sizes and positions; 64 bits wide.
using Index = std::ptrdiff_t;

/// A dense row-major matrix of doubles that owns its memory.
///
/// Deliberately plain: no dependency enters through the public headers, and any array library can
/// map `data()` without a copy (row stride = `cols()`).
class Matrix {
 public:
  Matrix() = default;
  /// rows x cols, every entry `value`. Negative sizes throw Error.
  Matrix(Index rows, Index cols, double value = 0.0);
  /// Takes over `values`, row by row. Another number of values than rows * cols throws Error.
  Matrix(Index rows, Index cols, std::vector<double> values);
  /// Row by row: `Matrix{{1, 2}, {3, 4}}`. Rows of different length throw Error.
  Matrix(std::initializer_list<std::initializer_list<double>> rows);

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index cols() const noexcept { return cols_; }
  [[nodiscard]] Index size() const noexcept { return rows_ * cols_; }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }

  /// Entry (i, j), counted from 0; not checked.
  double& operator()(Index i, Index j) noexcept { return values_[position(i, j)]; }
  double operator()(Index i, Index j) const noexcept { return values_[position(i, j)]; }

  [[nodiscard]] std::span<double> row(Index i) noexcept {
    return {data() + i * cols_, static_cast<std::size_t>(cols_)};
  }
  [[nodiscard]] std::span<const double> row(Index i) const noexcept {
    return {data() + i * cols_, static_cast<std::size_t>(cols_)};
  }

  [[nodiscard]] double* data() noexcept { return values_.data(); }
  [[nodiscard]] const double* data() const noexcept { return values_.data(); }
  [[nodiscard]] std::span<double> values() noexcept { return values_; }
  [[nodiscard]] std::span<const double> values() const noexcept { return values_; }

  friend bool operator==(const Matrix&, const Matrix&) = default;

 private:
  [[nodiscard]] std::size_t position(Index i, Index j) const noexcept {
    return static_cast<std::size_t>(i * cols_ + j);
  }

  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<double> values_;
};

Matrix transposed(const Matrix& a);

/// a b^T: the shape of a factorisation. Throws Error when the column counts differ.
Matrix multiply_transposed(const Matrix& a, const Matrix& b);

}  // namespace grmf
