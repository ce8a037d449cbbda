#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "grmf/any_matrix.h"

namespace grmf::internal {

/// Rows of a matrix as doubles: where they lie or, of floats, widened into a row of its own. The matrix must outlive it.
class RowReader {
 public:
  explicit RowReader(const AnyMatrix& a) : a_(&a), own_(a.narrow() ? a.cols() : 0) {}
  /// Where there is no matrix, its rows are null.
  explicit RowReader(const std::optional<AnyMatrix>& a) {
    if (a) *this = RowReader(*a);
  }

  /// Row i, until the next call.
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
  std::vector<double> own_;
};

}  // namespace grmf::internal
