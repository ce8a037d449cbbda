#include "solve/known_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/decompositions.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr Index most_rows = 400;     ///< rows that are looked at
constexpr double deviations = 3.0;   ///< of its error that a row may be off a plane
constexpr double least_known = 3.0;  ///< tolerances in the length of a row whose direction is known

/// Rows that were found to lie along one line.
struct Line {
  Vector along;  ///< the row it was found by
  Dense moment;  ///< the sum of z z^T over its rows
};

/// The direction of a line, as long as all its rows together: the sum of what is known of it.
Vector merged(const Line& line) {
  return symmetric_eigen(line.moment).vectors.rightCols(1) * std::sqrt(line.moment.trace());
}

/// Makes one of rows that lie along a line up to their tolerances.
Dense without_repetitions(const Dense& columns, bool& repeated) {
  std::vector<Line> lines;
  const Index stride = (columns.cols() + most_rows - 1) / most_rows;
  Index looked_at = 0;
  for (Index i = 0; i < columns.cols(); i += stride, ++looked_at) {
    const Vector z = columns.col(i);
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
      const double length = line.along.squaredNorm();
      const double along = z.dot(line.along);
      return z.squaredNorm() - along * along / length <= 1 + z.squaredNorm() / length;
    });
    if (same == lines.end())
      lines.push_back({z, z * z.transpose()});
    else
      same->moment += z * z.transpose();
  }
  Dense different(columns.rows(), std::ssize(lines));
  for (Index k = 0; k < different.cols(); ++k) different.col(k) = merged(lines[k]);
  repeated = 3 * std::ssize(lines) <= 2 * looked_at;
  return different;
}

/// `y` are rows in the basis, and `tolerances` theirs.
KnownRows known_rows(Dense basis, const Dense& y, const Vector& tolerances) {
  KnownRows rows{.basis = std::move(basis), .columns = Dense(y.cols(), y.rows()), .different = {}};
  Index count = 0;
  for (Index i = 0; i < y.rows(); ++i) {
    if (!(y.row(i).norm() > least_known * tolerances(i))) continue;
    rows.columns.col(count++) = y.row(i).transpose() / tolerances(i);
  }
  rows.columns.conservativeResize(Eigen::NoChange, count);
  if (count > 0) rows.different = without_repetitions(rows.columns, rows.repeated);
  return rows;
}

}  // namespace

KnownRows KnownRows::with_errors(const Dense& x, const RowErrors& errors) {
  const Index r = x.cols();
  Dense mean = Dense::Zero(r, r);
  for (Index i = 0; i < x.rows(); ++i) mean += from_triangle(errors.curvatures.row(i), r);
  mean /= static_cast<double>(x.rows());
  const Eigenpairs eigen = symmetric_eigen(mean);
  constexpr double of_lower_rank = 1e-9;
  if (!(eigen.values(0) > of_lower_rank * eigen.values(r - 1))) return {};
  const Dense root = inverse(inverse_square_root(eigen));
  const Dense y = x * root;
  Vector tolerances(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    const auto covariance =
        inverse_unless_singular(from_triangle(errors.curvatures.row(i), r), 1e-9);
    const double variance = covariance
                                ? (root * *covariance * root).trace() / static_cast<double>(r)
                                : std::numeric_limits<double>::infinity();
    tolerances(i) =
        std::hypot(deviations * errors.deviation * std::sqrt(variance), in_plane * y.row(i).norm());
  }
  return known_rows(root, y, tolerances);
}

KnownRows KnownRows::by_angle(const Dense& x) {
  const Eigenpairs eigen = symmetric_eigen(x.transpose() * x);
  constexpr double of_lower_rank = 1e-6;
  if (!(eigen.values(0) > of_lower_rank * eigen.values(x.cols() - 1))) return {};
  const Dense whitening = inverse_square_root(eigen);
  const Dense y = x * whitening;
  Vector tolerances = in_plane * y.rowwise().norm();
  // The direction of a row that is nearly 0 is chance.
  const double longest = y.rowwise().norm().maxCoeff();
  for (Index i = 0; i < y.rows(); ++i) {
    if (y.row(i).norm() <= 1e-3 * longest) tolerances(i) = longest;
  }
  return known_rows(whitening, y, tolerances);
}

Vector worth_of(const Dense& columns) {
  const auto r = static_cast<double>(columns.rows());
  // A row of length s sqrt(r) in a random direction is within 1 of a plane with the chance 0.8 / s.
  return (columns.colwise().norm().transpose().array() / (0.8 * std::sqrt(r))).max(1.0).log();
}

Dense moment_within(const Dense& columns, const Vector& distances, double bound) {
  const Index r = columns.rows();
  Dense moment = Dense::Zero(r, r);
  for (Index i = 0; i < distances.size(); ++i) {
    if (!(std::abs(distances(i)) <= bound)) continue;
    const double* z = columns.col(i).data();
    for (Index l = 0; l < r; ++l) {
      double* to = moment.col(l).data();
      for (Index k = l; k < r; ++k) to[k] += z[l] * z[k];
    }
  }
  moment.triangularView<Eigen::StrictlyUpper>() = moment.transpose();
  return moment;
}

double by_chance(double next, double after, double one) {
  return 0.5 * next * std::max(1.0, (next + one) / (after + one));
}

double held_by(const Vector& normal, const Dense& columns, const Vector& worth, double times) {
  const double bound = times * normal.norm();
  const Eigen::ArrayXd away = (columns.transpose() * normal).array().abs();
  const auto within = [&](double bounds) {
    return (away <= bounds * bound).select(worth.array(), 0.0).sum();
  };
  const double near = within(1);
  const double up_to_3 = within(3);
  return near - by_chance(up_to_3 - near, within(5) - up_to_3, worth.mean());
}

}  // namespace grmf::internal
