#include "solve/gauge_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linalg/decompositions.h"
#include "solve/planes.h"

namespace grmf::internal {
namespace {

using Vector = Eigen::VectorXd;

constexpr double coplanar = 2e-2;           ///< largest distance of a unit vector from its plane
constexpr double not_along = 5e-2;          ///< least share of both vectors in a combination
constexpr std::size_t most_seeds = 24;      ///< triangles that a graph is grown from
constexpr std::size_t breadth = 4;          ///< ways to grow a graph that are followed at a time
constexpr std::size_t most_meetings = 500;  ///< meeting points looked at; more of them are chance
constexpr std::size_t most_gauges = 3;

/// d = s a + t b up to a small rest, for a and b of length 1.
struct Shares {
  double s, t;
};
/// The shares of d, from the products d . a, d . b and a . b and the length of d. Empty where a and
/// b are nearly parallel, d is not in their plane, or d is along one of them.
std::optional<Shares> shares(double da, double db, double ab, double d_norm) {
  const double determinant = 1 - ab * ab;
  if (determinant < coplanar * coplanar) return std::nullopt;
  const Shares found{(da - ab * db) / determinant, (db - ab * da) / determinant};
  const double rest = d_norm * d_norm - found.s * da - found.t * db;
  if (rest > std::pow(coplanar * d_norm, 2)) return std::nullopt;
  if (std::min(std::abs(found.s), std::abs(found.t)) < not_along * d_norm) return std::nullopt;
  return found;
}

/// Finds the points p_0..p_r of one factor, in the basis in which its directions are given.
class Graph {
 public:
  Graph(const Dense& directions, const std::vector<Plane>& planes)
      : directions_(directions), normals_(directions.rows(), std::ssize(planes)) {
    for (Index k = 0; k < normals_.cols(); ++k) normals_.col(k) = planes[k].normal;
    products_ = normals_.transpose() * normals_;
    find_triangles(planes);
  }

  /// Sets of points, as columns, whose edges are normals of planes that hold many rows.
  [[nodiscard]] std::vector<Dense> points(Workers& workers) const {
    std::vector<std::vector<Part>> from(triangles_.size());
    workers.for_each(std::ssize(from), [&](Index k, int) { from[k] = grown(triangles_[k]); });
    std::vector<Dense> found;
    for (std::vector<Part>& parts : from) {
      for (Part& whole : parts) found.push_back(std::move(whole.points));
    }
    return found;
  }

 private:
  /// Three points whose edges are known normals.
  struct Triangle {
    Index a, b;    ///< the normals of two of its edges
    Shares third;  ///< the normal of its third edge as a combination of the normals a and b
    Index held;    ///< directions in the planes of its edges
  };
  /// Some of the points.
  struct Part {
    Dense points;  ///< as columns
    Index held;    ///< directions in the planes of all their edges
  };
  static void keep_fullest(std::vector<Part>& parts) {
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& x, const Part& y) { return x.held > y.held; });
    if (parts.size() > breadth) parts.resize(breadth);
  }

  void find_triangles(const std::vector<Plane>& planes) {
    for (Index a = 0; a < normals_.cols(); ++a) {
      for (Index b = a + 1; b < normals_.cols(); ++b) {
        for (Index c = b + 1; c < normals_.cols(); ++c) {
          const auto third = shares(products_(a, c), products_(b, c), products_(a, b), 1.0);
          if (third)
            triangles_.push_back({a, b, *third, planes[a].held + planes[b].held + planes[c].held});
        }
      }
    }
    std::stable_sort(triangles_.begin(), triangles_.end(),
                     [](const Triangle& x, const Triangle& y) { return x.held > y.held; });
    if (triangles_.size() > most_seeds) triangles_.resize(most_seeds);
  }

  /// Grows a triangle to all r + 1 points. Points are added one at a time, where their edges to the
  /// points before hold the most rows. A few of the best ways are followed at a time; the result
  /// lists them best first.
  [[nodiscard]] std::vector<Part> grown(const Triangle& triangle) const {
    const Index r = normals_.rows();
    Dense points = Dense::Zero(r, 3);
    points.col(1) = normals_.col(triangle.a);
    // p_1 - p_2 is the third edge up to its length.
    points.col(2) = -triangle.third.t / triangle.third.s * normals_.col(triangle.b);
    std::vector<Part> parts = {{points, triangle.held}};
    for (Index count = 3; count <= r; ++count) {
      std::vector<Part> larger;
      for (const Part& part : parts) {
        for (Part& next : with_another_point(part)) larger.push_back(std::move(next));
      }
      keep_fullest(larger);
      parts = std::move(larger);
    }
    return parts;
  }

  /// The few best ways to add a point, best first.
  [[nodiscard]] std::vector<Part> with_another_point(const Part& part) const {
    const Dense& points = part.points;
    const Dense span = orthonormal(points.rightCols(points.cols() - 1));
    std::vector<Part> larger;
    for (const Vector& point : meeting_points(points)) {
      if ((point - span * (span.transpose() * point)).norm() <= not_along * points.col(1).norm())
        continue;
      const bool known = std::any_of(larger.begin(), larger.end(), [&](const Part& other) {
        return (other.points.rightCols(1) - point).norm() <= in_plane * point.norm();
      });
      if (known) continue;
      Dense with(points.rows(), points.cols() + 1);
      with << points, point;
      larger.push_back({std::move(with), part.held + held_by_edges(points, point)});
    }
    keep_fullest(larger);
    return larger;
  }

  /// The places where two lines, each from one of the points along a known normal, meet.
  [[nodiscard]] std::vector<Vector> meeting_points(const Dense& points) const {
    std::vector<Vector> found;
    for (Index i = 0; i < points.cols(); ++i) {
      for (Index j = 0; j < i; ++j) {
        const Vector between = points.col(j) - points.col(i);
        const Vector along = normals_.transpose() * between;
        for (Index a = 0; a < normals_.cols(); ++a) {
          for (Index b = 0; b < a; ++b) {
            const auto share = shares(along(a), along(b), products_(a, b), between.norm());
            if (!share) continue;
            found.emplace_back(points.col(i) + share->s * normals_.col(a));
            found.emplace_back(points.col(i) + share->t * normals_.col(b));
            if (found.size() >= most_meetings) return found;
          }
        }
      }
    }
    return found;
  }

  [[nodiscard]] Index held_by_edges(const Dense& points, const Vector& point) const {
    Index held = 0;
    for (Index k = 0; k < points.cols(); ++k) held += held_by(point - points.col(k), directions_);
    return held;
  }

  const Dense& directions_;
  Dense normals_;   ///< known normals, as columns
  Dense products_;  ///< inner products of the normals
  std::vector<Triangle> triangles_;
};

/// The number of zeros and ties in the rows of x that are as good as exact.
Index count_zeros_and_ties(const Dense& x) {
  Index count = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const double width = in_plane * x.row(i).norm();
    if (width == 0) continue;
    for (Index l = 0; l < x.cols(); ++l) {
      count += std::abs(x(i, l)) <= width ? 1 : 0;
      for (Index k = 0; k < l; ++k) count += std::abs(x(i, l) - x(i, k)) <= width ? 1 : 0;
    }
  }
  return count;
}

/// The number of rows that are not 0.
Index filled_rows(const Dense& x) { return (x.rowwise().squaredNorm().array() > 0).count(); }

/// The normals of the planes that hold the rows with zeros and ties in the present basis, for rows
/// of x times `whitening`.
Dense normals_of_basis(const Dense& whitening) {
  const Index r = whitening.rows();
  Dense normals(r, r * (r + 1) / 2);
  for (Index l = 0, column = 0; l < r; ++l) {
    normals.col(column++) = Vector::Unit(r, l);
    for (Index k = 0; k < l; ++k) normals.col(column++) = Vector::Unit(r, l) - Vector::Unit(r, k);
  }
  return (inverse(whitening) * normals).colwise().normalized();
}

/// The Q for which x Q may have many zeros and ties. Every set of points gives one Q for each
/// choice of the point that is "zero".
std::vector<Dense> bases_of(const Dense& x, std::uint64_t seed, Workers& workers) {
  const Index r = x.cols();
  if (r < 2 || r > most_searchable_columns || x.rows() <= r) return {};
  // Angles are meaningful in a basis where x^T x is the identity.
  const Eigenpairs eigen = symmetric_eigen(x.transpose() * x);
  constexpr double of_lower_rank = 1e-6;
  if (eigen.values(0) <= of_lower_rank * eigen.values(r - 1)) return {};
  const Dense whitening = inverse_square_root(eigen);
  const Directions rows = directions_of(x * whitening);
  if (rows.columns.cols() <= r) return {};
  const std::vector<Plane> planes = full_planes(rows, normals_of_basis(whitening), seed, workers);
  if (std::ssize(planes) < r) return {};
  std::vector<Dense> bases;
  for (const Dense& points : Graph(rows.columns, planes).points(workers)) {
    for (Index zero = 0; zero < points.cols(); ++zero) {
      Dense q(r, r);
      for (Index l = 0, k = 0; k <= r; ++k) {
        if (k != zero) q.col(l++) = points.col(k) - points.col(zero);
      }
      bases.emplace_back(whitening * q);
    }
  }
  return bases;
}

}  // namespace

FoundGauges gauges_from_scratch(const Factors& factors, std::uint64_t seed, Workers& workers) {
  const Dense u = view(factors.u);
  const Dense v = view(factors.v);
  std::vector<Dense> gauges = bases_of(u, 2 * seed, workers);
  for (const Dense& basis : bases_of(v, 2 * seed + 1, workers))
    gauges.emplace_back(inverse(basis).transpose());
  std::vector<std::pair<Index, Dense>> judged(gauges.size());
  workers.for_each(std::ssize(gauges), [&](Index k, int) {
    Dense& q = gauges[k];
    const Index count =
        count_zeros_and_ties(u * q) + count_zeros_and_ties(v * inverse(q).transpose());
    judged[k] = {count, std::move(q)};
  });
  std::stable_sort(judged.begin(), judged.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (judged.size() > most_gauges) judged.resize(most_gauges);
  FoundGauges found;
  // Rows with groups have a third of all possible zeros and ties, at rank 2 a fifth. Rows that are
  // merely alike, as in pictures of something before an even ground, have fewer.
  const Index r = u.cols();
  const Index expected =
      (filled_rows(u) + filled_rows(v)) * r * (r + 1) / 2 * std::min<Index>(r, 4) / 16;
  found.clear = !judged.empty() && judged.front().first >= expected;
  for (auto& [count, q] : judged) found.gauges.push_back(std::move(q));
  return found;
}

}  // namespace grmf::internal
