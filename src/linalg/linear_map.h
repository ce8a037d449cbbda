#pragma once

#include <utility>

#include "base/workers.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// A matrix A that is known by its products. They are taken with A / unit, where the unit is a
/// power of two near the largest |a|, so that squares do not overflow.
class LinearMap {
 public:
  virtual ~LinearMap() = default;

  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index cols() const = 0;
  [[nodiscard]] virtual double unit() const = 0;
  /// (A / unit) x
  [[nodiscard]] virtual Dense times(const Dense& x) const = 0;
  /// (A / unit)^T x
  [[nodiscard]] virtual Dense transposed_times(const Dense& x) const = 0;
  /// A / unit as a matrix. Products with the columns of I are exact.
  [[nodiscard]] virtual Dense dense() const {
    if (cols() <= rows()) return times(Dense::Identity(cols(), cols()));
    return transposed_times(Dense::Identity(rows(), rows())).transpose();
  }

 protected:
  LinearMap() = default;
  LinearMap(const LinearMap&) = default;
  LinearMap& operator=(const LinearMap&) = default;
};

/// A matrix in memory. Products are computed in chunks that do not depend on the number of workers.
/// Floats are widened, and gaps filled, chunk by chunk. The matrix and the workers must outlive
/// this.
class Product final : public LinearMap {
 public:
  Product(const AnyView& a, Workers& workers) : Product(a, power_of_two_unit(a), workers) {}
  Product(AnyView a, double unit, Workers& workers)
      : a_(std::move(a)), unit_(unit), workers_(&workers) {}

  [[nodiscard]] Index rows() const override { return a_.rows(); }
  [[nodiscard]] Index cols() const override { return a_.cols(); }
  [[nodiscard]] double unit() const override { return unit_; }
  [[nodiscard]] Dense times(const Dense& x) const override;
  [[nodiscard]] Dense transposed_times(const Dense& x) const override;
  [[nodiscard]] Dense dense() const override { return divided(a_, unit_); }

 private:
  template <bool transposed>
  [[nodiscard]] Dense in_chunks(const Dense& x) const;

  AnyView a_;
  double unit_;
  Workers* workers_;
};

}  // namespace grmf::internal
