#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "grmf/any_matrix.h"

namespace grmf::internal {

/// Reads the rows of a matrix as doubles. Rows of doubles are read where they lie; a row of floats
/// is widened into a buffer. The matrix must outlive the reader.
class RowReader {
 public:
  explicit RowReader(const AnyMatrix& a) : a_(&a), own_(a.narrow() ? a.cols() : 0) {}
  /// Without a matrix every row is a null pointer.
  explicit RowReader(const std::optional<AnyMatrix>& a) {
    if (a) *this = RowReader(*a);
  }

  /// Row i; the pointer is valid until the next call.
  const double* operator()(Index i) {
    if (a_ == nullptr) return nullptr;
    return a_->visit([&]<class T>(const BasicMatrix<T>& a) -> const double* {
      if constexpr (std::is_same_v<T, double>) {
        return a.row(i).data();
      } else {
        std::copy(a.row(i).begin(), a.row(i).end(), own_.begin());
        return own_.data();
      }
    });
  }

 private:
  const AnyMatrix* a_ = nullptr;
  std::vector<double> own_;  ///< buffer for a widened row
};

}  // namespace grmf::internal
