#pragma once

#include <variant>

#include "data/filled.h"
#include "grmf/any_matrix.h"

namespace grmf::internal {

/// A view of a Matrix, a Matrix32 or a Filled, which must outlive the view.
class AnyView {
 public:
  explicit(false) AnyView(const Matrix& a) : a_(&a) {}
  explicit(false) AnyView(const Matrix32& a) : a_(&a) {}
  explicit(false) AnyView(const Filled& a) : a_(&a) {}
  explicit(false) AnyView(const AnyMatrix& a)
      : a_(a.visit([](const auto& held) { return Pointer(&held); })) {}

  /// Calls f with the Matrix, Matrix32 or Filled.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit([&](const auto* a) -> decltype(auto) { return f(*a); }, a_);
  }

  [[nodiscard]] Index rows() const {
    return visit([](const auto& a) { return a.rows(); });
  }
  [[nodiscard]] Index cols() const {
    return visit([](const auto& a) { return a.cols(); });
  }

 private:
  using Pointer = std::variant<const Matrix*, const Matrix32*, const Filled*>;
  Pointer a_;
};

}  // namespace grmf::internal
