#pragma once

#include <span>

#include "grmf/export.h"
#include "grmf/matrix.h"

namespace grmf {

/// What is needed for the standard errors of a fit: for every row of U and of V, the curvature of
/// the loss at the entries that are not grossly wrong. It has r (r + 1) / 2 numbers for a row.
/// An entry of weight 2 counts as two entries.
class GRMF_EXPORT StandardErrors {
 public:
  StandardErrors() = default;
  /// `of_u` and `of_v` hold the lower triangles of the curvatures, row by row. A row with the
  /// curvature G has the covariance deviation^2 G^-1.
  StandardErrors(double deviation, Matrix of_u, Matrix of_v);

  /// The standard error of u_il where V is given, and of v_jl where U is given; infinite where the
  /// data do not determine the row.
  [[nodiscard]] double of_u(Index i, Index l) const { return of_value(of_u_, i, l); }
  [[nodiscard]] double of_v(Index j, Index l) const { return of_value(of_v_, j, l); }
  /// The standard error of u_i . v_j; infinite where the data do not determine one of them.
  [[nodiscard]] double of_entry(Index i, Index j, std::span<const double> u_i,
                                std::span<const double> v_j) const;

 private:
  [[nodiscard]] double of_value(const Matrix& roots, Index row, Index l) const;

  double deviation_ = 0.0;
  Matrix of_u_;  ///< the Cholesky factors of the curvatures
  Matrix of_v_;
};

}  // namespace grmf
