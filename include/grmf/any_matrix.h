#pragma once

#include <utility>
#include <variant>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// A Matrix or a Matrix32, whichever it was made from. Entries are read as doubles either way.
class GRMF_EXPORT AnyMatrix {
 public:
  AnyMatrix() = default;
  explicit(false) AnyMatrix(Matrix values) : values_(std::move(values)) {}
  explicit(false) AnyMatrix(Matrix32 values) : values_(std::move(values)) {}

  /// Calls f with the Matrix or Matrix32 it holds, for loops that should ask only once which it is.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if (const Matrix* wide = std::get_if<Matrix>(&values_)) return f(*wide);
    return f(*std::get_if<Matrix32>(&values_));
  }
  template <class F>
  decltype(auto) visit(F&& f) {
    if (Matrix* wide = std::get_if<Matrix>(&values_)) return f(*wide);
    return f(*std::get_if<Matrix32>(&values_));
  }

  [[nodiscard]] Index rows() const noexcept {
    return visit([](const auto& a) { return a.rows(); });
  }
  [[nodiscard]] Index cols() const noexcept {
    return visit([](const auto& a) { return a.cols(); });
  }
  [[nodiscard]] Index size() const noexcept {
    return visit([](const auto& a) { return a.size(); });
  }
  [[nodiscard]] bool empty() const noexcept {
    return visit([](const auto& a) { return a.empty(); });
  }

  /// Entry (i, j), counted from 0; not checked.
  double operator()(Index i, Index j) const noexcept {
    return visit([&](const auto& a) { return static_cast<double>(a(i, j)); });
  }

  /// Whether it holds floats.
  [[nodiscard]] bool narrow() const noexcept { return std::holds_alternative<Matrix32>(values_); }
  /// The numbers as doubles. This is a copy, unless it holds doubles and is an rvalue.
  [[nodiscard]] Matrix widened() const&;
  [[nodiscard]] Matrix widened() &&;
  /// A matrix of the same shape and number type whose entries all are `value`.
  [[nodiscard]] AnyMatrix alike(double value) const;

  /// Two are equal if they have the same number type, shape and numbers.
  friend bool operator==(const AnyMatrix&, const AnyMatrix&) = default;

 private:
  std::variant<Matrix, Matrix32> values_;
};

}  // namespace grmf
