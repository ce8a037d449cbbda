#include "grmf/any_matrix.h"

#include <vector>

namespace grmf {

Matrix AnyMatrix::widened() const& {
  return visit([](const auto& a) {
    return Matrix(a.rows(), a.cols(), std::vector<double>(a.values().begin(), a.values().end()));
  });
}

Matrix AnyMatrix::widened() && {
  if (Matrix* wide = std::get_if<Matrix>(&values_)) return std::move(*wide);
  return std::as_const(*this).widened();
}

AnyMatrix AnyMatrix::alike(double value) const {
  return visit([&]<class T>(const BasicMatrix<T>& a) {
    return AnyMatrix(BasicMatrix<T>(a.rows(), a.cols(), static_cast<T>(value)));
  });
}

}  // namespace grmf
