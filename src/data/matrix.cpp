#include "grmf/matrix.h"

#include <exception>
#include <limits>
#include <string>
#include <utility>

#include "grmf/error.h"

namespace grmf {
namespace {

std::size_t checked_size(Index rows, Index cols) {
  if (rows < 0 || cols < 0) {
    throw Error(ErrorCode::out_of_range, "matrix of " + std::to_string(rows) + " x " +
                                             std::to_string(cols) + ": sizes must not be negative");
  }
  if (cols > 0 && rows > std::numeric_limits<Index>::max() / cols) {
    throw Error(ErrorCode::out_of_memory, "matrix of " + std::to_string(rows) + " x " +
                                              std::to_string(cols) + ": too many entries to count");
  }
  return static_cast<std::size_t>(rows * cols);
}

template <class T>
BasicMatrix<T> transposed_of(const BasicMatrix<T>& a) {
  BasicMatrix<T> to(a.cols(), a.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) to(j, i) = a(i, j);
  }
  return to;
}

}  // namespace

template <class T>
BasicMatrix<T>::BasicMatrix(Index rows, Index cols, T value) : rows_(rows), cols_(cols) {
  const std::size_t size = checked_size(rows, cols);
  try {
    values_.assign(size, value);
  } catch (const std::exception&) {  // bad_alloc or length_error
    throw Error(ErrorCode::out_of_memory,
                "matrix of " + std::to_string(rows) + " x " + std::to_string(cols) + ": " +
                    std::to_string(size * sizeof(T)) + " bytes could not be had");
  }
}

template <class T>
BasicMatrix<T>::BasicMatrix(Index rows, Index cols, std::vector<T> values)
    : rows_(rows), cols_(cols), values_(std::move(values)) {
  if (checked_size(rows, cols) != values_.size()) {
    throw Error(ErrorCode::out_of_range,
                "matrix of " + std::to_string(rows) + " x " + std::to_string(cols) + " from " +
                    std::to_string(values_.size()) + " values: the numbers must agree");
  }
}

template <class T>
BasicMatrix<T>::BasicMatrix(std::initializer_list<std::initializer_list<T>> rows)
    : rows_(std::ssize(rows)), cols_(rows.size() == 0 ? 0 : std::ssize(*rows.begin())) {
  values_.reserve(checked_size(rows_, cols_));
  for (const auto& row : rows) {
    if (std::ssize(row) != cols_) {
      throw Error(ErrorCode::out_of_range, "matrix row " + std::to_string(&row - rows.begin()) +
                                               " has " + std::to_string(row.size()) +
                                               " entries; row 0 has " + std::to_string(cols_) +
                                               " and all rows must be of one length");
    }
    values_.insert(values_.end(), row.begin(), row.end());
  }
}

template class BasicMatrix<double>;
template class BasicMatrix<float>;

Matrix transposed(const Matrix& a) { return transposed_of(a); }
Matrix32 transposed(const Matrix32& a) { return transposed_of(a); }

Matrix multiply_transposed(const Matrix& a, const Matrix& b) {
  if (a.cols() != b.cols()) {
    throw Error(ErrorCode::out_of_range, "a b^T of a with " + std::to_string(a.cols()) +
                                             " and b with " + std::to_string(b.cols()) +
                                             " columns: the numbers must be equal");
  }
  Matrix product(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      double sum = 0.0;
      for (Index l = 0; l < a.cols(); ++l) sum += a(i, l) * b(j, l);
      product(i, j) = sum;
    }
  }
  return product;
}

}  // namespace grmf
