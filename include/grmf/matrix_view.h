#pragma once

#include <variant>

#include "grmf/matrix.h"

namespace grmf {

/// A row-major matrix in memory that belongs to somebody else, such as an array of another library
/// or a mapped file. Row i begins at data + i * stride.
template <class T>
class BasicMatrixView {
 public:
  BasicMatrixView() = default;
  /// `stride` is the distance from row to row, counted in numbers; at least `cols`.
  BasicMatrixView(const T* data, Index rows, Index cols, Index stride)
      : data_(data), rows_(rows), cols_(cols), stride_(stride) {}
  /// Rows that follow each other without gaps.
  BasicMatrixView(const T* data, Index rows, Index cols)
      : BasicMatrixView(data, rows, cols, cols) {}
  explicit BasicMatrixView(const BasicMatrix<T>& a)
      : BasicMatrixView(a.data(), a.rows(), a.cols()) {}

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index cols() const noexcept { return cols_; }
  [[nodiscard]] Index stride() const noexcept { return stride_; }
  /// The first number of row i; not checked.
  [[nodiscard]] const T* row(Index i) const noexcept { return data_ + i * stride_; }
  /// Entry (i, j), counted from 0; not checked.
  T operator()(Index i, Index j) const noexcept { return row(i)[j]; }

 private:
  const T* data_ = nullptr;
  Index rows_ = 0;
  Index cols_ = 0;
  Index stride_ = 0;
};

using MatrixView = BasicMatrixView<double>;
using MatrixView32 = BasicMatrixView<float>;

/// A MatrixView or a MatrixView32, whichever it was made from. Entries are read as doubles either
/// way.
class AnyMatrixView {
 public:
  AnyMatrixView() = default;
  explicit(false) AnyMatrixView(const MatrixView& values) : values_(values) {}
  explicit(false) AnyMatrixView(const MatrixView32& values) : values_(values) {}

  /// Calls f with the MatrixView or MatrixView32, for loops that should ask only once which it is.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if (const MatrixView* wide = std::get_if<MatrixView>(&values_)) return f(*wide);
    return f(*std::get_if<MatrixView32>(&values_));
  }

  [[nodiscard]] Index rows() const noexcept {
    return visit([](const auto& a) { return a.rows(); });
  }
  [[nodiscard]] Index cols() const noexcept {
    return visit([](const auto& a) { return a.cols(); });
  }
  /// Entry (i, j), counted from 0; not checked.
  double operator()(Index i, Index j) const noexcept {
    return visit([&](const auto& a) { return static_cast<double>(a(i, j)); });
  }
  /// Whether it holds floats.
  [[nodiscard]] bool narrow() const noexcept {
    return std::holds_alternative<MatrixView32>(values_);
  }

 private:
  std::variant<MatrixView, MatrixView32> values_;
};

}  // namespace grmf
