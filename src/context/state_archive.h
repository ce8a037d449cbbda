#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "grmf/fit.h"
#include "grmf/matrix.h"
#include "grmf/run_state.h"

namespace grmf::internal {

/// Writes or reads the state of a run. A class lists its state once, in a function that hands every
/// member to the archive, whichever way the numbers go:
///
///   void visit_state(StateArchive& archive) { archive(sweeps_), archive(factors_); }
class StateArchive {
 public:
  /// An archive to write into.
  StateArchive();
  /// An archive to read from. Throws Error where the bytes are damaged or of another version.
  explicit StateArchive(const RunState& state);

  [[nodiscard]] bool reading() const { return reading_; }
  /// What was written.
  [[nodiscard]] RunState state() const;

  /// A number, a bool or an enumerator.
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(T& value) { copy(&value, sizeof(T)); }
  void operator()(std::string& text);
  void operator()(Matrix& a);
  void operator()(Factors& factors);
  void operator()(Sweep& sweep);

  /// A vector or matrix of Eigen.
  template <class T>
  requires std::is_same_v<typename T::Scalar, double>
  void operator()(T& a) {
    Index rows = a.rows();
    Index cols = a.cols();
    (*this)(rows);
    (*this)(cols);
    if (reading_) {
      check_size(rows, cols, sizeof(double));
      a.resize(rows, cols);
    }
    copy(a.data(), static_cast<std::size_t>(a.size()) * sizeof(double));
  }

  template <class T>
  void operator()(std::vector<T>& values) {
    Index count = std::ssize(values);
    (*this)(count);
    if (reading_) {
      check_size(count, 1, 1);
      values.resize(static_cast<std::size_t>(count));
    }
    for (T& value : values) visit(value);
  }

  template <class T>
  void operator()(std::optional<T>& value) {
    bool there = value.has_value();
    (*this)(there);
    if (reading_) value = there ? std::optional<T>(T{}) : std::nullopt;
    if (there) visit(*value);
  }

  void operator()(std::map<std::string, double>& numbers);

 private:
  /// A member with a list of its own, or one of the types above.
  template <class T>
  void visit(T& value) {
    if constexpr (requires { value.visit_state(*this); })
      value.visit_state(*this);
    else
      (*this)(value);
  }
  void copy(void* value, std::size_t size);
  /// Throws Error unless rows * cols things of at least `size` bytes are left to read.
  void check_size(Index rows, Index cols, std::size_t size) const;
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  bool reading_;
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;  ///< where the next thing is read
};

}  // namespace grmf::internal
