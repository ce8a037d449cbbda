#pragma once

#include "grmf/matrix.h"
#include "linalg/dense.h"

namespace grmf::internal {

/// How well the rows of a factor are known, where the other factor is given.
struct RowErrors {
  double deviation = 0.0;  ///< the covariance of a row with curvature G is deviation^2 G^-1
  Matrix curvatures = {};  ///< the lower triangle of G, row by row (RowWork::weigh)
};

/// The rows of a factor in a basis where they are known equally well in all directions, in units of
/// the distance from a plane up to which they count as lying in it.
struct KnownRows {
  Dense basis;            ///< x times this is a row in that basis
  Dense columns;          ///< all rows whose direction is known, as columns
  Dense different;        ///< the same without repetitions: rows along one line are made one
  bool repeated = false;  ///< whether many rows share a direction, as rows with few values do

  /// Rows with errors. An angle of `in_plane` is allowed for besides, for what is not noise.
  static KnownRows with_errors(const Dense& x, const RowErrors& errors);
  /// Rows of which nothing is known but that they are exact up to a small angle.
  static KnownRows by_angle(const Dense& x);

  /// Whether there are enough rows to search among.
  [[nodiscard]] bool enough() const { return different.cols() > different.rows(); }
};

/// The sine of the angle to a plane up to which an exact row counts as lying in it.
inline constexpr double in_plane = 5e-3;

/// What it says that rows lie in one plane: for a row in units of its error, the logarithm of one
/// by the chance to do so. Rows that are known better count more.
Eigen::VectorXd worth_of(const Dense& columns);

/// The sum of z z^T over the columns z whose distance is at most `bound`.
Dense moment_within(const Dense& columns, const Eigen::VectorXd& distances, double bound);

/// How much of something chance puts within a tolerance, from how much there is at 1 to 3 and at 3
/// to 5 tolerances: half as much as in the next ring, or more where there is less and less
/// outwards. `one` is the least that matters.
double by_chance(double next, double after, double one);

/// What rows say for the plane with this normal: the worth of those within `times` their
/// tolerances, less what chance puts there.
double held_by(const Eigen::VectorXd& normal, const Dense& columns, const Eigen::VectorXd& worth,
               double times = 1.0);

}  // namespace grmf::internal
