#pragma once

#include <variant>

#include "data/filled.h"
#include "grmf/any_matrix.h"
#include "grmf/matrix_view.h"

namespace grmf::internal {

/// A view of a matrix of doubles or floats, or of a Filled, which must outlive the view.
class AnyView {
 public:
  explicit(false) AnyView(const Matrix& a) : a_(MatrixView(a)) {}
  explicit(false) AnyView(const Filled& a) : a_(a) {}
  explicit(false) AnyView(const AnyMatrixView& a)
      : a_(a.visit([](const auto& held) { return Held(held); })) {}

  /// Calls f with the MatrixView, MatrixView32 or Filled.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(f, a_);
  }

  [[nodiscard]] Index rows() const {
    return visit([](const auto& a) { return a.rows(); });
  }
  [[nodiscard]] Index cols() const {
    return visit([](const auto& a) { return a.cols(); });
  }

 private:
  using Held = std::variant<MatrixView, MatrixView32, Filled>;
  Held a_;
};

}  // namespace grmf::internal
